/** Why a page could not be loaded: nobody answers, the server has another version by now, or the page is broken. */
export type FailureCause = 'unreachable' | 'updated' | 'broken'

/** An answer that takes longer is none. */
const PATIENCE_MS = 4_000

/** Asks for the cockpit itself anew, and holds it against what is running here. */
export const findCause = async (): Promise<FailureCause> => {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    if (!answer.ok) return 'unreachable'
    return isOfVersion(await answer.text(), scripts()) ? 'broken' : 'updated'
  } catch {
    return 'unreachable'
  }
}

/** Whether a page names all these scripts: their names come from their content. */
export const isOfVersion = (html: string, names: readonly string[]): boolean =>
  names.every((name) => html.includes(name))

const scripts = (): string[] =>
  [...document.querySelectorAll('script[src]')].map((script) => script.getAttribute('src') ?? '')
