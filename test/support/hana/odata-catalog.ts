import { type Catalog, QueryCheck } from './sql/check-query.ts'
import { QueryReader } from './sql/read-query.ts'
import type { Column } from './sql/scope.ts'
import { TokenReader } from './sql/token-reader.ts'
import { kindOfType } from './sql/types.ts'

const TABLE = /^CREATE COLUMN TABLE (\w+) \(([^]*)\)$/
const VIEW = /^CREATE VIEW (\w+) AS ([^]*)$/
const COLUMN = /^(?:"([^"]+)"|(\w+)) (\w+(?:\(\d+(?:, \d+)?\))?)/
const OTHER = /^(?:PRIMARY KEY|CONSTRAINT|UNIQUE)\b/

const nameOf = (quoted: string | undefined, plain = ''): string => quoted ?? plain.toUpperCase()

const columnsOfTable = (text: string): readonly Column[] =>
  text
    .split(/\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !OTHER.test(line))
    .map((line) => {
      const [, quoted, plain, type = ''] = COLUMN.exec(line) ?? []
      return { name: nameOf(quoted, plain), kind: kindOfType(type) }
    })

/** Tables and views that are made by statements, in their order, and the one that each HANA has. */
export const catalogOf = (statements: readonly string[]): Catalog => {
  const known = new Map<string, readonly Column[]>([['DUMMY', [{ name: 'DUMMY', kind: 'text' }]]])
  const catalog: Catalog = (_schema, table) => known.get(table) ?? null
  for (const sql of statements) {
    const [, table = '', columns] = TABLE.exec(sql.trim()) ?? []
    if (columns !== undefined) known.set(table.toUpperCase(), columnsOfTable(columns))
    const [, view = '', query] = VIEW.exec(sql.trim()) ?? []
    if (query === undefined) continue
    const input = new TokenReader(query)
    const read = new QueryReader(input).query()
    if (!input.isAtEnd) throw input.problem()
    known.set(view.toUpperCase(), new QueryCheck(catalog, true).columnsOf(read))
  }
  return catalog
}
