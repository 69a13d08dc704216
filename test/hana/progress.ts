import type { Line } from './check-lines.ts'

const EVERY = 50
const WORDS: Readonly<Record<Line['kind'], string>> = {
  ...{ trial: 'tries', operation: 'asks operations', prepared: 'prepares statements', run: 'runs statements' },
  odata: 'prepares statements of OData',
}

/** Tells in single lines how far the check is. */
export const progressTo = (write: (text: string) => void): ((line: Line) => void) => {
  const counts = new Map<Line['kind'], number>()
  return ({ kind, text, problem }) => {
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    if (kind === 'trial') write(`${text}: ${problem ?? 'ok'}\n`)
    else if (count === 1 || count % EVERY === 0) write(`${WORDS[kind]}: ${String(count)} …\n`)
  }
}
