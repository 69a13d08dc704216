import { sqlParts } from '../../../parts/sql-parts.ts'

/** A table that a statement reads, as it is named there. */
export interface NamedTable {
  /** Undefined for the schema where statements start. */
  readonly schema: string | undefined
  readonly name: string
  /** What its columns are named by: its alias, or else its name. */
  readonly alias: string
}

const TOKEN = /"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$#]*|\S/gu
const IS_NAME = /^["\p{L}_]/u
/** What names of tables come after. */
const BEFORE_TABLE = /^(?:from|join)$/i
/** What may follow a table and is no alias of it. */
const NO_ALIAS =
  /^(?:on|using|where|join|left|right|inner|outer|full|cross|natural|lateral|group|order|having|limit|offset|fetch|union|except|intersect|window|for|returning|tablesample|select)$/i

/** A name without its quotes. */
export const plainName = (name: string): string =>
  name.startsWith('"') ? name.slice(1, name.endsWith('"') ? -1 : undefined).replaceAll('""', '"') : name

/** The tables that a statement names after FROM and JOIN, also one that is not finished. */
export const namedTables = (sql: string): NamedTable[] => {
  const text = sqlParts(sql)
    .map(({ kind, text: part }) => (kind === 'comment' || kind === 'text' ? ' ' : part))
    .join('')
  const tokens = text.match(TOKEN) ?? []
  const found: NamedTable[] = []
  for (let at = 0; at < tokens.length; at++) {
    if (!BEFORE_TABLE.test(tokens[at] ?? '')) continue
    // Several of them are divided by commas.
    do {
      const [table, next] = tableAt(tokens, at + 1)
      if (!table) break
      found.push(table)
      at = next - 1
    } while (tokens[at + 1] === ',' && ++at)
  }
  return found
}

const tableAt = (tokens: readonly string[], start: number): [table: NamedTable | undefined, next: number] => {
  const isName = (token: string | undefined): token is string =>
    token !== undefined && IS_NAME.test(token) && !NO_ALIAS.test(token)
  let at = start
  const first = tokens[at]
  if (!isName(first)) return [undefined, start]
  const second = tokens[at + 1] === '.' ? tokens[at + 2] : undefined
  const [schema, name] = isName(second) ? [plainName(first), plainName(second)] : [undefined, plainName(first)]
  at += schema === undefined ? 1 : 3
  if (tokens[at]?.toLowerCase() === 'as') at++
  const alias = tokens[at]
  return isName(alias) ? [{ schema, name, alias: plainName(alias) }, at + 1] : [{ schema, name, alias: name }, at]
}
