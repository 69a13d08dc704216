import type { SystemParts } from './system-parts.ts'
import { stored, toStored } from './to-sqlite.ts'

interface Name {
  readonly schema: string
  readonly name: string
}

interface Column {
  readonly name: string
  readonly type: string
  /** Type of the column in SQLite, where it is another one. */
  readonly storedAs?: string
  readonly length?: number
  readonly scale?: number
  readonly isKey?: boolean
  readonly isNullable?: boolean
  readonly generation?: string
}

/** A table of the double. */
export interface DefinedTable extends Name {
  readonly columns: readonly Column[]
  /** Column, and the table whose key it refers to. */
  readonly refersTo?: readonly (readonly [column: string, table: string, key: string])[]
  readonly comment?: string
  readonly isPartitioned?: boolean
}

let ids = 100

/** Makes a table, and tells the catalog of it. */
export const defineTable = (system: SystemParts, table: DefinedTable): void => {
  const { schema, name, columns, refersTo = [] } = table
  const id = ++ids
  const keys = columns.filter(({ isKey }) => isKey)
  const list = columns.map(
    (column) =>
      `${stored(column.name)} "${column.storedAs ?? column.type}"${column.isNullable === false ? ' NOT NULL' : ''}`,
  )
  const key = keys.length === 0 ? [] : [`PRIMARY KEY (${keys.map((column) => stored(column.name)).join(', ')})`]
  system.database.exec(`CREATE TABLE ${stored(`${schema}.${name}`)} (${[...list, ...key].join(', ')})`)
  const at = { SCHEMA_NAME: schema, TABLE_NAME: name }
  const flags = { IS_COLUMN_TABLE: 'TRUE', IS_TEMPORARY: 'FALSE', IS_USER_DEFINED_TYPE: 'FALSE' }
  const created = '2026-01-01 10:00:00.000000000'
  system.tell('SYS.TABLES', {
    ...{ ...at, TABLE_OID: id, TABLE_TYPE: 'COLUMN', COMMENTS: table.comment ?? null, CREATE_TIME: created },
    ...flags,
  })
  const isPartitioned = table.isPartitioned ? 'TRUE' : 'FALSE'
  system.tell('SYS.M_TABLES', { ...at, RECORD_COUNT: 4, TABLE_SIZE: 4096, IS_PARTITIONED: isPartitioned })
  if (table.isPartitioned) system.tell('SYS.PARTITIONED_TABLES', { ...at, LEVEL_1_COUNT: 4 })
  columns.forEach((column, index) => {
    system.tell('SYS.TABLE_COLUMNS', {
      ...{ ...at, TABLE_OID: id, COLUMN_NAME: column.name, POSITION: index + 1, DATA_TYPE_NAME: column.type },
      ...{ LENGTH: column.length ?? 10, SCALE: column.scale ?? null, GENERATION_TYPE: column.generation ?? null },
      IS_NULLABLE: column.isNullable === false || column.isKey ? 'FALSE' : 'TRUE',
    })
  })
  keys.forEach((column, index) => {
    const constraint = { CONSTRAINT_NAME: `_SYS_TREE_CS_#${String(id)}`, IS_PRIMARY_KEY: 'TRUE', IS_UNIQUE_KEY: 'TRUE' }
    system.tell('SYS.CONSTRAINTS', { ...at, ...constraint, COLUMN_NAME: column.name, POSITION: index + 1 })
  })
  const index = { INDEX_NAME: `IX_${name}`, INDEX_OID: id, INDEX_TYPE: 'INVERTED VALUE' }
  system.tell('SYS.INDEXES', { ...at, TABLE_OID: id, ...index })
  const { INDEX_NAME, INDEX_OID } = index
  system.tell('SYS.INDEX_COLUMNS', {
    ...{ ...at, INDEX_NAME, INDEX_OID, TABLE_OID: id, COLUMN_NAME: columns[1]?.name ?? '', POSITION: 1 },
    ASCENDING_ORDER: 'TRUE',
  })
  for (const [column, parent, parentKey] of refersTo)
    system.tell('SYS.REFERENTIAL_CONSTRAINTS', {
      ...{ ...at, COLUMN_NAME: column, POSITION: 1, CONSTRAINT_NAME: `FK_${name}_${column}` },
      ...{ REFERENCED_SCHEMA_NAME: schema, REFERENCED_TABLE_NAME: parent, REFERENCED_COLUMN_NAME: parentKey },
      ...{ UPDATE_RULE: 'RESTRICT', DELETE_RULE: 'CASCADE', IS_ENFORCED: 'TRUE', CHECK_TIME: 'INITIALLY IMMEDIATE' },
    })
}

/** What HANA copies by LIKE: columns, keys, indexes under new names, and references to other tables. */
export const createTableLike = (system: SystemParts, target: Name, source: Name): void => {
  const [sql] = system.rows('sqlite_schema', { type: 'table', name: toStored(`${source.schema}.${source.name}`) })
  system.database.exec(
    String(sql?.['sql']).replace(/^CREATE TABLE "[^"]*"/, `CREATE TABLE ${stored(`${target.schema}.${target.name}`)}`),
  )
  const id = ++ids
  for (const view of [
    'TABLES',
    'M_TABLES',
    'TABLE_COLUMNS',
    'CONSTRAINTS',
    'INDEXES',
    'INDEX_COLUMNS',
    'REFERENTIAL_CONSTRAINTS',
  ])
    for (const row of system.rows(`SYS.${view}`, { SCHEMA_NAME: source.schema, TABLE_NAME: source.name }))
      system.tell(`SYS.${view}`, {
        ...row,
        ...{ SCHEMA_NAME: target.schema, TABLE_NAME: target.name },
        ...('TABLE_OID' in row && { TABLE_OID: id }),
        ...('CONSTRAINT_NAME' in row && {
          CONSTRAINT_NAME: `_SYS_COPY_${String(row['CONSTRAINT_NAME'])}_${String(id)}`,
        }),
      })
}

export const registerView = (
  system: SystemParts,
  { schema, name, definition }: Name & { readonly definition: string },
): void => {
  system.database.exec(`CREATE VIEW ${stored(`${schema}.${name}`)} AS ${system.translated(definition)}`)
  const at = { SCHEMA_NAME: schema, VIEW_NAME: name, VIEW_OID: ++ids }
  system.tell('SYS.VIEWS', { ...at, DEFINITION: definition, VIEW_TYPE: 'ROW', IS_VALID: 'TRUE' })
}

export const dropObject = (system: SystemParts, type: 'TABLE' | 'VIEW', schema: string, name: string): void => {
  system.database.exec(`DROP ${type} ${stored(`${schema}.${name}`)}`)
  const views =
    type === 'VIEW'
      ? ['VIEWS']
      : ['TABLES', 'M_TABLES', 'TABLE_COLUMNS', 'CONSTRAINTS', 'INDEXES', 'REFERENTIAL_CONSTRAINTS']
  for (const view of views)
    system.database.prepare(`DELETE FROM "SYS.${view}" WHERE SCHEMA_NAME = ? AND ${type}_NAME = ?`).run(schema, name)
}
