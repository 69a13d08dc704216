import type { Request } from 'express'

/** What a client wishes besides its input: by headers, or by fields of a tool. */
export interface Wishes {
  /** Which of the offered media types it prefers, the first where it takes all; undefined when it takes none. */
  accepts(types: readonly string[]): string | undefined
  /** It would rather be answered at once than wait for heavy work. */
  readonly isBackground: boolean
  /** To be told that work goes on after its answer. */
  onBackground(): void
}

/** The header of an answer that stands for work which goes on. */
export const APPLIED = 'Preference-Applied'

/** What the headers of a request wish. */
export const wishesOf = (request: Request): Wishes => ({
  accepts: (types) => request.accepts([...types]) || undefined,
  isBackground: prefersBackground(request),
  onBackground: () => {
    request.res?.setHeader(APPLIED, 'respond-async')
  },
})

/** @see https://www.rfc-editor.org/rfc/rfc7240 section 4.1 */
const prefersBackground = ({ headers }: Request): boolean =>
  String(headers['prefer'] ?? '')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference))
