import type { ColumnStructure, SchemaStructure } from '../../core/schema-differences/structure.ts'
import { text } from '../rows.ts'
import type { ArtifactReader, SchemaReader } from '../schema-structure.ts'
import { structureOfArtifacts } from './artifacts.ts'

type Kinds = 'tables' | 'columns' | 'constraints' | 'indexes'
type Queries = Required<Pick<SchemaReader['queries'], Kinds>>

/**
 * How what CAP's artifacts make is compared with what is deployed, where nobody but HDI may make a table.
 *
 * @param queries about what is there, in the catalog's words.
 */
export const artifactReader = ({ tables, columns, constraints, indexes }: Queries): ArtifactReader => ({
  structureOf: (artifacts) => {
    const structure = structureOfArtifacts(artifacts)
    return { ...structure, columns: structure.columns.map(comparable) }
  },
  queries: {
    tables,
    columns: { ...columns, read: (rows) => columns.read(rows).map(comparable) },
    constraints: {
      ...constraints,
      // A unique index is among the constraints, too; the artifact is one of an index.
      read: (rows) => constraints.read(rows).filter(({ kind, name }) => kind !== 'unique' || isOwn(name)),
    },
    indexes: {
      ...indexes,
      read: (rows) =>
        indexes.read(rows).map(({ definition, ...index }) => {
          const list = definition.slice(definition.indexOf('('))
          return { ...index, definition: `${/\bunique\b/.test(definition) ? 'unique' : 'index'} ${list}` }
        }),
    },
    views: {
      statement: (schema) => ({
        sql: `SELECT v.VIEW_NAME AS "name", c.COLUMN_NAME AS "column" FROM SYS.VIEWS v
               JOIN SYS.VIEW_COLUMNS c ON c.SCHEMA_NAME = v.SCHEMA_NAME AND c.VIEW_NAME = v.VIEW_NAME
              WHERE v.SCHEMA_NAME = ? ORDER BY v.VIEW_NAME, c.POSITION`,
        parameters: [schema],
      }),
      read: (rows) =>
        [...Map.groupBy(rows, (row) => text(row, 'name'))].map(([name, own]) => ({
          name,
          definition: `(${own.map((row) => text(row, 'column')).join(', ')})`,
        })),
    },
  },
  deployed: {
    statement: (schema) => ({
      sql: `SELECT OBJECT_NAME AS "name" FROM SYS.OWNERSHIP WHERE SCHEMA_NAME = ? AND OWNER_NAME = SCHEMA_NAME || '#OO'
              AND OBJECT_TYPE IN ('TABLE', 'VIEW', 'INDEX')`,
      parameters: [schema],
    }),
    read: (rows) => rows.map((row) => text(row, 'name')),
  },
  notCompared: [
    { kind: 'viewTexts', reason: 'Of views, the columns are compared: SAP HANA keeps their texts in words of its own' },
    { kind: 'expressions', reason: 'Of computed columns, only that they are computed is compared' },
  ],
})

/** A unique constraint that no index stands for: HANA names those of its own. */
const isOwn = (name: string | null): boolean => name?.startsWith('_SYS_') ?? true

/** The words of the catalog and those of artifacts, as one. */
const comparable = (column: ColumnStructure): SchemaStructure['columns'][number] => {
  const type = typeOf(column.type)
  return {
    ...column,
    type,
    defaultValue: column.defaultValue === null ? null : defaultOf(column.defaultValue, type),
    generated: column.generated === null ? null : 'computed',
  }
}

/** In SAP HANA Cloud all texts are Unicode, whatever the column was made as. */
const UNICODE: Readonly<Record<string, string>> = { CHAR: 'NCHAR', VARCHAR: 'NVARCHAR', CLOB: 'NCLOB' }
/** Of types that tell a length nobody has given. */
const SIZES: Readonly<Record<string, string>> = { DECIMAL: '34', SMALLDECIMAL: '16', NVARCHAR: '1', NCHAR: '1' }
const IS_SIZED = /CHAR|BINARY|ALPHANUM|SHORTTEXT|DECIMAL/

const typeOf = (written: string): string => {
  const [name = '', size] = written.replace(')', '').split('(')
  const type = UNICODE[name.trim()] ?? name.trim()
  if (!IS_SIZED.test(type)) return type
  const parts = (size ?? SIZES[type] ?? '').split(',').map((part) => part.trim())
  return `${type}(${parts.join(', ')})`
}

const defaultOf = (written: string, type: string): string => {
  const value = /^'(?<inner>(?:[^']|'')*)'$/.exec(written)?.groups?.['inner']?.replaceAll("''", "'") ?? written
  if (type === 'BOOLEAN') return /^(?:true|1)$/i.test(value) ? 'TRUE' : 'FALSE'
  // A fraction has as many zeros behind it as the column's scale, or none; a number that is kept exactly may be longer than any double.
  const isFraction = /DECIMAL|DOUBLE|REAL/.test(type) && /^-?\d{1,15}\.\d{1,15}$/.test(value)
  return isFraction ? String(Number(value)) : value
}
