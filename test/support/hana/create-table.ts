import { type DefinedTable, defineTable } from './structure-statements.ts'
import type { SystemParts } from './system-parts.ts'

const TABLE = /^CREATE (?:LOCAL TEMPORARY )?COLUMN TABLE (?:"([^"]+)"\.)?"([^"]+)" \(/
const COLUMN = /"([^"]+)" (\w+)(?:\((\d+)(?:, (\d+))?\))?( NOT NULL PRIMARY KEY)?/g
/** Digits that SQLite keeps of a number. */
const EXACT_DIGITS = 15

export const isCreateTable = (sql: string): boolean => TABLE.test(sql)

/** Makes a table of columns that are told by type, length, scale and key, and by nothing else. */
export const createTable = (system: SystemParts, sql: string): void => {
  const [start, schema = system.session.schema, name = ''] = TABLE.exec(sql) ?? ['']
  const columns = [...sql.slice(start.length).matchAll(COLUMN)].map(
    ([, column = '', type = '', length, scale, key]): DefinedTable['columns'][number] => ({
      name: column,
      type,
      ...(type === 'DECIMAL' && Number(length) > EXACT_DIGITS && { storedAs: 'NVARCHAR' }),
      ...(length !== undefined && { length: Number(length) }),
      ...(scale !== undefined && { scale: Number(scale) }),
      ...(key !== undefined && { isKey: true, isNullable: false }),
    }),
  )
  defineTable(system, { schema, name, columns })
}

/** Tells the catalog of a view's columns; those without a type of their own are texts. */
export const tellViewColumns = (system: SystemParts, schema: string, view: string): void => {
  const columns = system.database.prepare(`SELECT * FROM "${schema}.${view}"`).columns()
  columns.forEach(({ name, type }, index) => {
    system.tell('SYS.VIEW_COLUMNS', {
      ...{ SCHEMA_NAME: schema, VIEW_NAME: view, COLUMN_NAME: name, POSITION: index + 1, LENGTH: 10 },
      ...{ DATA_TYPE_NAME: type ?? 'NVARCHAR', IS_NULLABLE: 'TRUE' },
    })
  })
}
