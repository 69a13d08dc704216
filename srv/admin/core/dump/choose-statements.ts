import type { DumpStatement, NotIncluded } from './manifest.ts'
import { type Brackets, readSqlTokens } from '../sql-tokens.ts'

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
