import { ask } from '../../../dialects/rows.ts'
import { columnLines, createTableText } from '../../../core/create-table-text.ts'
import type { ConstraintStructure } from '../../../core/schema-differences/structure.ts'
import { isView, type TableMetadata, type ViewMetadata } from '../../../dialects/metadata.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/** What the listings tell of one table or view. */
export type Listed = TableMetadata | ViewMetadata

/** Names that a pattern may match but for letter case. */
const MOST_ALIKE = 100

/** @returns undefined for what the listings leave out, such as tables of the engine itself. */
export const readListed = async (
  { dialect: { catalog }, session }: SessionContext,
  table: ResolvedTable,
  withDefinition: boolean,
): Promise<Listed | undefined> => {
  const pattern = table.name.replaceAll(/[\\%_]/g, '\\$&')
  const asked = { schema: table.schema, pattern, limit: MOST_ALIKE, offset: 0 }
  const listed = isView(table)
    ? await ask(session, catalog.views, { ...asked, definition: withDefinition })
    : await ask(session, catalog.tables, asked)
  return listed.find(({ name }) => name === table.name)
}

/** The statement that makes a table: the engine's own where it keeps one. */
export const readTableText = async (
  { dialect, session }: SessionContext,
  table: ResolvedTable,
  constraints: readonly ConstraintStructure[],
): Promise<{ readonly definition: string; readonly isOwnDefinition: boolean }> => {
  const { tableText, tableLines, tableEnding } = dialect.catalog
  const asked = { schema: table.schema, table: table.name }
  const [definition] = tableText ? await ask(session, tableText, asked) : []
  if (definition !== undefined) return { definition, isOwnDefinition: true }
  const quote = (name: string): string => dialect.quote(name)
  const name = `${quote(table.schema)}.${quote(table.name)}`
  if (tableLines) await session.query(tableLines.enter)
  const lines = tableLines
    ? await ask(session, tableLines.lines, asked)
    : columnLines(table.columns, constraints, quote)
  const [ending = ''] = tableEnding ? await ask(session, tableEnding, asked) : []
  return { definition: createTableText(name, lines) + ending, isOwnDefinition: false }
}
