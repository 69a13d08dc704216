import { ask } from '../../../dialects/rows.ts'
import type { ConstraintStructure } from '../../../core/schema-differences/structure.ts'
import { isView, type TableMetadata, type ViewMetadata } from '../../../dialects/metadata.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/** What the listings tell of one table or view. */
type Listed = TableMetadata | ViewMetadata

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

/** A column, as far as the text that makes it has to know it; types and expressions are the engine's own. */
interface WrittenColumn {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  readonly defaultValue: string | null
  readonly isGenerated: boolean
  readonly generation?: string
  readonly identity: 'always' | 'by default' | null
}

type WrittenConstraint = Pick<ConstraintStructure, 'name' | 'kind' | 'definition'>

/** What stands before a definition that does not say itself what it is. */
const WORDS: Readonly<Record<ConstraintStructure['kind'], string>> = {
  primaryKey: 'PRIMARY KEY',
  unique: 'UNIQUE',
  foreignKey: 'FOREIGN KEY',
  check: 'CHECK',
  exclusion: 'EXCLUDE',
}

/**
 * A statement that would make a table, written from what the catalog tells of it: to be read, where the engine keeps no
 * text of its own.
 *
 * @param name of the table, as it is to be written.
 */
export const createTableText = (name: string, lines: readonly string[]): string =>
  `CREATE TABLE ${name} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)`

/** Its columns and constraints, where the engine does not write them itself. */
export const columnLines = (
  columns: readonly WrittenColumn[],
  constraints: readonly WrittenConstraint[],
  quote: (name: string) => string,
): string[] => [
  ...columns.map((column) => columnText(column, quote)),
  ...constraints.map((constraint) => constraintText(constraint, quote)),
]

const columnText = (column: WrittenColumn, quote: (name: string) => string): string => {
  const { name, type, nullable, defaultValue, isGenerated, generation, identity } = column
  const computation = generation ?? (defaultValue === null ? undefined : `(${defaultValue})`)
  const parts = [
    quote(name),
    type,
    isGenerated && computation !== undefined && `GENERATED ALWAYS AS ${computation}`,
    identity !== null && `GENERATED ${identity.toUpperCase()} AS IDENTITY`,
    !isGenerated && identity === null && defaultValue !== null && `DEFAULT ${defaultValue}`,
    !nullable && 'NOT NULL',
  ]
  return parts.filter(Boolean).join(' ')
}

const constraintText = ({ name, kind, definition }: WrittenConstraint, quote: (name: string) => string): string => {
  const word = WORDS[kind]
  const isTold = definition.toUpperCase().startsWith(word)
  return [name !== null && `CONSTRAINT ${quote(name)}`, !isTold && word, definition].filter(Boolean).join(' ')
}
