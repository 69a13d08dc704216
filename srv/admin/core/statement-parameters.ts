import { AdminError } from './errors.ts'
import { applyEdits, type Edit } from './sql-tokens.ts'

export type ParameterValue = string | number | boolean | null

/** A statement with values in the places of its parameters. */
export interface FilledStatement {
  readonly sql: string
  /** Where a character of it stands in what was sent, both from 1. */
  readonly placeOf: (position: number) => number
}

type Engine = 'sqlite' | 'postgres' | 'hana'

/**
 * Writes values into a statement where it has parameters, as `:name`, outside of texts, names in quotes and comments.
 * They become constants of the engine's own SQL: the statement is checked and run as if it had been written with them.
 *
 * @param engine whose SQL the statement is.
 * @throws AdminError `INVALID_PARAMETER` for a value without a place, and a place without a value where the engine would
 *   take that for NULL.
 */
export const fillParameters = (
  sql: string,
  values: Readonly<Record<string, ParameterValue>>,
  engine: Engine,
): FilledStatement => {
  const edits: Edit[] = []
  const used = new Set<string>()
  for (const { name, start, end, text } of parametersOf(sql, engine)) {
    if (name !== undefined && Object.hasOwn(values, name)) {
      used.add(name)
      edits.push({ start, end, text: constant(values[name] ?? null, engine) })
    } else if (engine === 'sqlite')
      throw new AdminError(
        'INVALID_PARAMETER',
        name === undefined
          ? `The statement has the parameter '${text}': parameters are written as ':name'`
          : `The statement has the parameter ':${name}', for which 'parameters' has no value`,
      )
  }
  const unused = Object.keys(values).find((name) => !used.has(name))
  if (unused !== undefined)
    throw new AdminError('INVALID_PARAMETER', `The statement has no parameter ':${unused.slice(0, 100)}'`)
  return { sql: applyEdits(sql, edits), placeOf: (position) => placeBefore(edits, position) }
}

interface Parameter extends Edit {
  /** Undefined for one of another form. */
  readonly name: string | undefined
}

/** Where something may begin that is no code, or is a parameter. */
const EDGE = /--|\/\*|[eE]'|['"`[$:?@]/g
const IN_WORD = /[\w$\u0080-\u{10ffff}]$/u
const NAME = /[A-Za-z_]\w*/y
const TAG = /\$(?:[A-Za-z_\u0080-\u{10ffff}][\w\u0080-\u{10ffff}]*)?\$/uy

function* parametersOf(sql: string, engine: Engine): Generator<Parameter> {
  for (let at = 0; ;) {
    EDGE.lastIndex = at
    const edge = EDGE.exec(sql)
    if (!edge) return
    const start = edge.index
    const isInWord = IN_WORD.test(sql.slice(Math.max(0, start - 2), start))
    const end = endOfQuoted(sql, start, engine, isInWord)
    const isCast = sql.startsWith('::', start)
    at = end ?? start + (isCast ? 2 : 1)
    // A colon behind a word is the bound of a slice.
    if (end !== undefined || isCast || isInWord) continue
    const mark = sql[start] ?? ''
    const name = ':@$'.includes(mark) ? matchAt(NAME, sql, at) : undefined
    const text = mark + (name ?? '')
    if (mark === ':' && name !== undefined) yield { name, text, start, end: start + text.length }
    else if (engine === 'sqlite' && (mark === '?' || name !== undefined))
      yield { name: undefined, text, start, end: start + text.length }
  }
}

/** Where a text, a name in quotes or a comment ends that begins there; undefined for what is none. */
const endOfQuoted = (sql: string, start: number, engine: Engine, isInWord: boolean): number | undefined => {
  const after = (close: string, from = start + 1): number => {
    const found = sql.indexOf(close, from)
    return found === -1 ? sql.length : found + close.length
  }
  const isPostgres = engine === 'postgres'
  const one = sql[start] ?? ''
  if (sql.startsWith('--', start)) return after('\n')
  if (sql.startsWith('/*', start)) return isPostgres ? endOfNested(sql, start) : after('*/', start + 2)
  // Of a doubled quote the second one begins a text of its own, to the same end.
  if (one === "'" || one === '"' || (one === '`' && engine === 'sqlite')) return after(one)
  if (one === '[' && engine === 'sqlite') return after(']')
  if (!isPostgres || isInWord) return undefined
  if (one === 'e' || one === 'E') return endOfEscaped(sql, start + 2)
  const tag = one === '$' ? matchAt(TAG, sql, start) : undefined
  return tag === undefined ? undefined : after(tag, start + tag.length)
}

const matchAt = (form: RegExp, sql: string, at: number): string | undefined => {
  form.lastIndex = at
  return form.exec(sql)?.[0]
}

/** Where a text ends in which a backslash takes the next character for what it is. */
const endOfEscaped = (sql: string, from: number): number => {
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === '\\') at++
    else if (sql[at] === "'" && sql[at + 1] === "'") at++
    else if (sql[at] === "'") return at + 1
  }
  return sql.length
}

/** Where a comment ends that may hold others. */
const endOfNested = (sql: string, start: number): number => {
  const edges = /\/\*|\*\//g
  edges.lastIndex = start
  let depth = 0
  for (let edge = edges.exec(sql); edge; edge = edges.exec(sql)) {
    depth += edge[0] === '/*' ? 1 : -1
    if (depth === 0) return edges.lastIndex
  }
  return sql.length
}

/** @throws AdminError `INVALID_PARAMETER` for a text that no database can have. */
const constant = (value: ParameterValue, engine: Engine): string => {
  if (value === null) return 'NULL'
  // In brackets, since two hyphens begin a comment.
  if (typeof value === 'number') return value < 0 || Object.is(value, -0) ? `(${value})` : String(value)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value.includes('\0') || !value.isWellFormed())
    throw new AdminError('INVALID_PARAMETER', 'A parameter has a character that no text of a database can have')
  const text = `'${value.replaceAll("'", "''")}'`
  // Whatever a database takes a backslash for otherwise.
  return engine === 'postgres' && value.includes('\\') ? `E${text.replaceAll('\\', '\\\\')}` : text
}

/** What stands in a value is told as the beginning of its parameter. */
const placeBefore = (edits: readonly Edit[], position: number): number => {
  let shift = 0
  for (const { start, end, text } of edits) {
    if (position - 1 < start + shift) break
    if (position - 1 < start + shift + text.length) return start + 1
    shift += text.length - (end - start)
  }
  return position - shift
}
