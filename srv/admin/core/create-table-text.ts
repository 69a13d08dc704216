import type { ConstraintStructure } from './schema-differences/structure.ts'

/** A column, as far as the text that makes it has to know it; types and expressions are the engine's own. */
export interface WrittenColumn {
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
