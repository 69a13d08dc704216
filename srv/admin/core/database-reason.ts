/** Why a database refused a statement, in its own words. */
export interface DatabaseReason {
  /** Name of the engine, as people write it. */
  readonly engine: string
  /** The engine's own code: a SQLSTATE, or a number. */
  readonly code: string
  readonly message: string
  readonly hint?: string | undefined
  /** What the engine adds to the message: rows, as a rule. */
  readonly detail?: string | undefined
  /**
   * What the message is made of: names of objects; names and values of rows, these in quotes or as numbers; or whatever
   * a function or trigger of the database says.
   */
  readonly holds: 'names' | 'values' | 'anything'
}

const MAX_LENGTH = 1_000

/** @param seesValues whether all values of all rows may be seen; else they are left out. */
export const reasonText = (reason: DatabaseReason, seesValues: boolean): string => {
  const { engine, code, message, hint, detail, holds } = reason
  const head = `${engine} ${code}`
  if (seesValues) return [`${head}: ${clean(message)}`, ...told('Detail', detail), ...told('Hint', hint)].join('. ')
  if (holds === 'anything') return `${head}: the message is for admins`
  if (holds === 'values') return `${head}: ${clean(withoutValues(message))}`
  return [`${head}: ${clean(message)}`, ...told('Hint', hint)].join('. ')
}

const told = (name: string, text: string | undefined): string[] => (text ? [`${name}: ${clean(text)}`] : [])

/** From the first quote to the last: a value may hold quotes itself, which nothing marks. */
const withoutValues = (message: string): string => {
  const [start, end] = [message.search(/["']/), Math.max(message.lastIndexOf('"'), message.lastIndexOf("'"))]
  const open = start < 0 ? message : `${message.slice(0, start)}"…"${message.slice(end + 1)}`
  return open.replace(/(?<![\w.])[-+]?\d[\w.+-]*/g, '…')
}

/** One line, without the full stop that is put behind it. */
const clean = (text: string): string =>
  text
    .toWellFormed()
    .slice(0, MAX_LENGTH)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .replace(/[.]$/, '')
