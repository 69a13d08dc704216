import { taking, flag, number, numberOrNull, text, textOrNull } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import { kindOf, ownOf } from './filter.ts'

// TABLE_COLUMNS and VIEW_COLUMNS, with the primary key from CONSTRAINTS
const columnsWhere = (condition: string): string => `
    SELECT c.TABLE_NAME AS "table", c.COLUMN_NAME AS "name", c.POSITION AS "position", c.DATA_TYPE_NAME AS "type", c.LENGTH AS "length", c.SCALE AS "scale",
           c.IS_NULLABLE AS "nullable", c.DEFAULT_VALUE AS "default_value", c.GENERATION_TYPE AS "generation",
           c.COMMENTS AS "comment", k.POSITION AS "key_position"
      FROM (SELECT SCHEMA_NAME, TABLE_NAME, COLUMN_NAME, POSITION, DATA_TYPE_NAME, LENGTH, SCALE, IS_NULLABLE, DEFAULT_VALUE,
                   GENERATION_TYPE, COMMENTS FROM SYS.TABLE_COLUMNS
            UNION ALL
            SELECT SCHEMA_NAME, VIEW_NAME, COLUMN_NAME, POSITION, DATA_TYPE_NAME, LENGTH, SCALE, IS_NULLABLE, DEFAULT_VALUE,
                   GENERATION_TYPE, COMMENTS FROM SYS.VIEW_COLUMNS) AS c
      LEFT JOIN SYS.CONSTRAINTS AS k ON k.SCHEMA_NAME = c.SCHEMA_NAME AND k.TABLE_NAME = c.TABLE_NAME
            AND k.COLUMN_NAME = c.COLUMN_NAME AND k.IS_PRIMARY_KEY = 'TRUE'
     WHERE c.SCHEMA_NAME = ? AND c.TABLE_NAME ${condition} ORDER BY c.TABLE_NAME, c.POSITION`

export const columns: Catalog['columns'] = {
  statement: taking('schema', 'table')`${columnsWhere('= ?')}`,
  item: (row) => {
    const name = text(row, 'type')
    const kind = kindOf(name)
    const [length, scale] = [numberOrNull(row, 'length'), numberOrNull(row, 'scale')]
    const own = ownOf(name)
    const hasLength = (kind === 'text' || kind === 'binary') && own === undefined
    const isFixed = name === 'DECIMAL' && scale !== null
    const generation = textOrNull(row, 'generation')
    return {
      name: text(row, 'name'),
      position: number(row, 'position'),
      type: `${name}${hasLength && length !== null ? `(${length})` : ''}${isFixed ? `(${String(length)},${scale})` : ''}`,
      kind,
      ...(own && { own }),
      length: hasLength ? length : null,
      precision: isFixed ? length : null,
      scale: isFixed ? scale : null,
      nullable: flag(row, 'nullable'),
      defaultValue: textOrNull(row, 'default_value'),
      isGenerated: generation !== null && !generation.includes('IDENTITY'),
      identity:
        generation === 'ALWAYS AS IDENTITY' ? 'always' : generation === 'BY DEFAULT AS IDENTITY' ? 'by default' : null,
      keyPosition: numberOrNull(row, 'key_position'),
      comment: textOrNull(row, 'comment'),
    }
  },
}

export const columnsOf: Catalog['columnsOf'] = {
  statement: ({ schema, tables }) => ({
    sql: columnsWhere(`IN (${tables.map(() => '?').join(', ')})`),
    parameters: [schema, ...tables],
  }),
  item: (row) => ({ table: text(row, 'table'), column: columns.item(row) }),
}

/** Names hold no line ends in practice; the unit separator holds them apart. */
export const SEPARATOR = '\u001f'

// CONSTRAINTS has one row per column
export const uniqueKeys: Catalog['uniqueKeys'] = {
  statement: taking('schema', 'table')`
    SELECT STRING_AGG(COLUMN_NAME, '${SEPARATOR}' ORDER BY POSITION) AS "columns" FROM SYS.CONSTRAINTS
     WHERE SCHEMA_NAME = ? AND TABLE_NAME = ? AND (IS_UNIQUE_KEY = 'TRUE' OR IS_PRIMARY_KEY = 'TRUE')
     GROUP BY CONSTRAINT_NAME ORDER BY CONSTRAINT_NAME`,
  item: (row) => text(row, 'columns').split(SEPARATOR),
}

// REFERENTIAL_CONSTRAINTS has one row per column
const keysWhere = (condition: string): string =>
  `SELECT CONSTRAINT_NAME AS "name", SCHEMA_NAME AS "schema", TABLE_NAME AS "table", REFERENCED_SCHEMA_NAME AS "parent_schema",
                 REFERENCED_TABLE_NAME AS "parent", UPDATE_RULE AS "on_update", DELETE_RULE AS "on_delete", IS_ENFORCED AS "enforced",
                 STRING_AGG(COLUMN_NAME, '${SEPARATOR}' ORDER BY POSITION) AS "columns",
                 STRING_AGG(REFERENCED_COLUMN_NAME, '${SEPARATOR}' ORDER BY POSITION) AS "parent_columns"
            FROM SYS.REFERENTIAL_CONSTRAINTS
           WHERE ${condition}
           GROUP BY CONSTRAINT_NAME, SCHEMA_NAME, TABLE_NAME, REFERENCED_SCHEMA_NAME, REFERENCED_TABLE_NAME, UPDATE_RULE, DELETE_RULE, IS_ENFORCED
           ORDER BY SCHEMA_NAME, TABLE_NAME, CONSTRAINT_NAME`

export const foreignKeys: Catalog['foreignKeys'] = {
  statement: ({ schema, table }) => ({
    sql: keysWhere(`SCHEMA_NAME = ?${table === null ? '' : ' AND TABLE_NAME = ?'}`),
    parameters: table === null ? [schema] : [schema, table],
  }),
  item: (row) => ({
    name: text(row, 'name'),
    schema: text(row, 'schema'),
    table: text(row, 'table'),
    columns: text(row, 'columns').split(SEPARATOR),
    referencedSchema: text(row, 'parent_schema'),
    referencedTable: text(row, 'parent'),
    referencedColumns: text(row, 'parent_columns').split(SEPARATOR),
    match: 'simple',
    onUpdate: text(row, 'on_update'),
    onDelete: text(row, 'on_delete'),
    isEnforced: flag(row, 'enforced'),
  }),
}

export const keysFromElsewhere: Catalog['keysFromElsewhere'] = {
  statement: ({ schema, table }) => ({
    sql: keysWhere('REFERENCED_SCHEMA_NAME = ? AND REFERENCED_TABLE_NAME = ? AND SCHEMA_NAME <> ?'),
    parameters: [schema, table, schema],
  }),
  item: foreignKeys.item,
}
