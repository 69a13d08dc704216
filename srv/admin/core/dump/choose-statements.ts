import type { DumpStatement, NotIncluded } from './manifest.ts'
import { type Brackets, readSqlTokens, isSymbol, isWord, type SqlToken } from '../sql-tokens.ts'

/** A statement of those that make a whole schema. */
export interface ScriptStep {
  readonly phase: string
  readonly sql: string
  /** What it makes or belongs to, a table before what belongs to it. */
  readonly about: readonly { readonly type: string; readonly name: string }[]
  /** It makes a foreign key, or belongs to one. */
  readonly isKey: boolean
}

const STAGES: Readonly<Record<string, DumpStatement['stage']>> = {
  'making types': 'tables',
  'making sequences': 'tables',
  'making tables': 'tables',
  'making constraints': 'indexes',
  'making indexes': 'indexes',
  'writing comments': 'indexes',
}
const TYPES: readonly string[] = ['table', 'sequence', 'type', 'index', 'statistics'] satisfies DumpStatement['type'][]
/** What a statement about a table is of that is left out. */
const LEFT_PHASES: Readonly<Record<string, string>> = { 'making policies': 'policy', 'making triggers': 'trigger' }
const LEFT_OUT = 'A dump has tables and their rows, keys, indexes, sequences and types'

/** The statements that make these tables, and what they are made of, with what belongs to them and is left out. */
export const chooseStatements = (
  steps: readonly ScriptStep[],
  tables: ReadonlySet<string>,
  brackets: Brackets,
): { readonly statements: DumpStatement[]; readonly notIncluded: NotIncluded[] } => {
  const left = new Map<string, NotIncluded>()
  const found: { readonly statement: DumpStatement; readonly at: number }[] = []
  const others: typeof found = []
  for (const [at, { phase, sql, about, isKey }] of steps.entries()) {
    const last = about.at(-1)
    if (!last) continue
    const table = about.find(({ type }) => type === 'table')?.name ?? null
    if (table !== null && !tables.has(table)) continue
    const stage = isKey ? 'keys' : STAGES[phase]
    if (stage === undefined || !TYPES.includes(last.type)) {
      const type = (last.type === 'table' && LEFT_PHASES[phase]) || last.type
      if (table !== null) left.set(`${type} ${last.name}`, { type, name: last.name, reason: LEFT_OUT })
      continue
    }
    const statement = { stage, table, type: last.type as DumpStatement['type'], name: last.name, sql }
    ;(table === null ? others : found).push({ statement, at })
  }
  addMentioned(found, others, brackets)
  const statements = found.sort((a, b) => a.at - b.at).map(({ statement }) => statement)
  return { statements, notIncluded: [...left.values()] }
}

/** Sequences and types that stand by themselves come along where a statement names them. */
const addMentioned = <Item extends { readonly statement: DumpStatement }>(
  found: Item[],
  others: readonly Item[],
  brackets: Brackets,
): void => {
  const byName = Map.groupBy(others, ({ statement }) => statement.name)
  const seen = new Set<string>()
  for (const { statement } of found)
    for (const { type, value } of readSqlTokens(statement.sql, brackets)) {
      if (type === 'symbol') continue
      for (const name of type === 'string' ? namesIn(value) : [value]) {
        if (seen.has(name)) continue
        seen.add(name)
        found.push(...(byName.get(name) ?? []))
      }
    }
}

/** Of a text that names an object, as `'"my schema".number'::regclass`. */
const namesIn = (text: string): string[] =>
  readSqlTokens(text).flatMap(({ type, value }) => (type === 'symbol' ? [] : [value]))

/** A statement without what calls some functions. */
interface Reduced {
  readonly sql: string
  /** What it made by them: names of columns and of conditions. */
  readonly lost: readonly { readonly type: 'default' | 'check'; readonly name: string }[]
}

/**
 * A statement that makes a table, without those of its defaults and conditions that call functions; null where these are needed
 * for something else, such as a computed column.
 *
 * @param sql as PostgreSQL's catalog is written: what a column may be follows its default.
 */
export const withoutCalls = (sql: string, functions: ReadonlySet<string>): Reduced | null => {
  const tokens = readSqlTokens(sql, 'arrays')
  const open = tokens.findIndex((token) => isSymbol(token, '('))
  const items = itemsOf(tokens, open)
  const [first, last] = [tokens[open], tokens[items.close]]
  if (!isWord(tokens[0], 'CREATE') || !first || !last) return null
  const isCalled = (item: readonly SqlToken[]): boolean =>
    item.some((token, at) => token.type !== 'symbol' && functions.has(token.value) && isSymbol(item[at + 1], '('))
  const lost: { type: 'default' | 'check'; name: string }[] = []
  const kept: string[] = []
  for (const item of items.list) {
    const [start, end] = [item[0]?.start ?? 0, item.at(-1)?.end ?? 0]
    if (!isCalled(item)) kept.push(sql.slice(start, end))
    else if (isWord(item[0], 'CONSTRAINT')) lost.push({ type: 'check', name: item[1]?.value ?? '' })
    else {
      const rest = defaultOf(item)
      if (!rest || isCalled([...rest.before, ...rest.behind])) return null
      const behind = rest.behind[0]
      const text = sql.slice(start, rest.before.at(-1)?.end ?? start)
      kept.push(behind ? `${text} ${sql.slice(behind.start, end)}` : text)
      lost.push({ type: 'default', name: item[0]?.value ?? '' })
    }
  }
  return { sql: `${sql.slice(0, first.end)}\n  ${kept.join(',\n  ')}\n${sql.slice(last.start)}`, lost }
}

/** What stands between the commas of the first bracket. */
const itemsOf = (tokens: readonly SqlToken[], open: number): { list: SqlToken[][]; close: number } => {
  const list: SqlToken[][] = [[]]
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    const token = tokens[at]
    if (!token) break
    if (isSymbol(token, ')') || isSymbol(token, ']')) depth--
    if (depth === 0 && at > open) return { list: list.filter((item) => item.length > 0), close: at }
    if (depth === 1 && isSymbol(token, ',')) list.push([])
    else if (depth > 0) list.at(-1)?.push(token)
    if (isSymbol(token, '(') || isSymbol(token, '[')) depth++
  }
  return { list: [], close: -1 }
}

/** What stands before and behind the default of a column. */
const defaultOf = (item: readonly SqlToken[]): { before: SqlToken[]; behind: SqlToken[] } | undefined => {
  const at = item.findIndex((token, index) => index > 0 && isWord(token, 'DEFAULT'))
  if (at < 0) return undefined
  let depth = 0
  const end = item.findIndex((token, index) => {
    if (isSymbol(token, '(') || isSymbol(token, '[')) depth++
    if (isSymbol(token, ')') || isSymbol(token, ']')) depth--
    const isNotNull = isWord(token, 'NOT') && isWord(item[index + 1], 'NULL')
    return index > at && depth === 0 && (isWord(token, 'CONSTRAINT') || isNotNull)
  })
  return { before: item.slice(0, at), behind: end < 0 ? [] : item.slice(end) }
}
