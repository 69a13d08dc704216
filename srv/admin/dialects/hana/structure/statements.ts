import { plain } from '../../../core/values.ts'
import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { applyEdits, isSymbol, readSqlTokens } from '../../../core/sql-tokens.ts'
import { AdminError } from '../../../core/errors.ts'
import { text } from '../../rows.ts'
import type { Step } from '../../structure.ts'
import type { ForeignKey, Table } from './questions.ts'

export const qualified = (schema: string, name: string): string => `${quote(schema)}.${quote(name)}`

/**
 * LIKE brings columns, keys and indexes, these under new names; and references to other tables, which would keep the new
 * table tied to the neighbours of the old one. They are dropped, to be made anew.
 */
export const makeTable = (
  { name, isColumnTable }: Table,
  source: string,
  target: { schema: string; name: string },
): Pick<Step, 'statement' | 'followUp'> => {
  const table = qualified(target.schema, target.name)
  const kind = isColumnTable ? 'COLUMN' : 'ROW'
  return {
    statement: plain(`CREATE ${kind} TABLE ${table} LIKE ${qualified(source, name)} WITH NO DATA`),
    followUp: {
      question: {
        sql: `SELECT DISTINCT CONSTRAINT_NAME AS "name" FROM SYS.REFERENTIAL_CONSTRAINTS WHERE SCHEMA_NAME = ? AND TABLE_NAME = ?`,
        parameters: [target.schema, target.name],
      },
      statement: (row) => plain(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(text(row, 'name'))}`),
    },
  }
}

/** What inserts the rows of a table, up to its FROM. @throws AdminError `NOT_SUPPORTED` when its numbers are always given anew. */
export const insertRows = (table: Table, source: string, target: string): string => {
  if (table.columns.some(({ generation }) => generation === 'ALWAYS AS IDENTITY'))
    throw new AdminError(
      'NOT_SUPPORTED',
      `SAP HANA numbers the rows of '${table.name}' always anew, so they cannot be copied; leave the data or the table out`,
    )
  const stored = table.columns.filter(({ generation }) => !/^ALWAYS AS/.test(generation))
  const list = stored.map(({ name }) => quote(name)).join(', ')
  return `INSERT INTO ${target} (${list}) SELECT ${list} FROM ${source}`
}

export const addForeignKey = (key: ForeignKey, table: string, parent: string): string =>
  [
    `ALTER TABLE ${table} ADD CONSTRAINT ${quote(key.name)} FOREIGN KEY (${key.columns.map(quote).join(', ')})`,
    `REFERENCES ${parent} (${key.parentColumns.map(quote).join(', ')}) ON UPDATE ${key.onUpdate} ON DELETE ${key.onDelete}`,
    ...(key.isValidated ? [] : ['NOT VALIDATED']),
    ...(key.isEnforced ? [] : ['NOT ENFORCED']),
    ...(key.isDeferred ? ['INITIALLY DEFERRED'] : []),
  ].join(' ')

/** Names qualified with one schema become names of another. A bare name is folded to upper case. */
export const moveNames = (definition: string, source: string, target: string): string => {
  const tokens = readSqlTokens(definition)
  const edits = tokens.flatMap((token, index) => {
    const name = token.type === 'word' ? token.value.toUpperCase() : token.type === 'quoted' ? token.value : undefined
    const isSchema = name === source && isSymbol(tokens[index + 1], '.') && !isSymbol(tokens[index - 1], '.')
    return isSchema ? [{ start: token.start, end: token.end, text: quote(target) }] : []
  })
  return applyEdits(definition, edits)
}
