import type { ColumnStructure, ConstraintStructure } from '../../core/schema-differences/structure.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import type { Row } from '../../database/session.ts'
import { list, number, text, textOrNull } from '../rows.ts'
import type { SchemaReader } from '../schema-structure.ts'
import { textOf, tokensOf, readTableText } from './sql-text.ts'

const IS_TABLE = `t.schema = ?1 AND t.type IN ('table', 'virtual') AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`
/** A virtual table whose module is not here cannot be asked for its columns, and would fail the whole question. */
const READABLE = `WITH t AS MATERIALIZED (SELECT t.name FROM temp.pragma_table_list AS t
  WHERE ${IS_TABLE} AND (t.type = 'table' OR column_count(t.name, ?1) IS NOT NULL))`
const schemaTable = (schema: string): string => `${quoteIdentifier(schema)}.sqlite_schema`

/** Objects of a kind with their text, https://www.sqlite.org/schematab.html */
const texts = (type: string) => (schema: string) => ({
  sql: `SELECT ?1 AS schema, name, tbl_name AS "table", sql FROM ${schemaTable(schema)}
         WHERE type = '${type}' AND sql IS NOT NULL ORDER BY name`,
  parameters: [schema],
})

/** The text of an object behind `CREATE`, its kind and its name, all of which are known. */
const definitionOf = (row: Row, skipped: number): string =>
  textOf(tokensOf(text(row, 'sql')).slice(skipped), text(row, 'schema'))

/** Of a virtual table with its module and what that was told; of others with what their numbering is. */
const typeOf = (row: Row): string => {
  const type = text(row, 'type')
  const tokens = tokensOf(textOrNull(row, 'sql') ?? '')
  if (type !== 'virtual') return tokens.includes('autoincrement') ? `${type}, autoincrement` : type
  return `virtual, ${textOf(tokens.slice(tokens.indexOf('using')), text(row, 'schema'))}`
}

const columnOf = (row: Row, generated: string | null, collation: string | null): ColumnStructure => {
  const defaultValue = textOrNull(row, 'dflt_value')
  return {
    table: text(row, 'table'),
    name: text(row, 'name'),
    position: number(row, 'cid') + 1,
    type: text(row, 'type').toUpperCase(),
    nullable: row['notnull'] === 0,
    defaultValue: defaultValue === null ? null : textOf(tokensOf(defaultValue), text(row, 'schema')),
    generated: generated === null ? null : `${generated} ${row['hidden'] === 3 ? 'stored' : 'virtual'}`,
    identity: null,
    collation: collation === 'binary' ? null : collation,
    comment: null,
  }
}

const columnList = (columns: readonly string[]): string => `(${columns.join(', ')})`

const constraintsOf = (row: Row): ConstraintStructure[] => {
  const [table, kind] = [text(row, 'table'), text(row, 'kind')]
  if (kind === 'check')
    return readTableText(text(row, 'sql'), text(row, 'schema')).checks.map((check) => ({ table, kind, ...check }))
  const columns = columnList(list(row, 'columns'))
  if (kind !== 'foreignKey') return [{ table, name: null, kind: kind as 'primaryKey' | 'unique', definition: columns }]
  const parent = `${text(row, 'parent')} ${columnList(list(row, 'parent_columns'))}`
  const actions = `ON UPDATE ${text(row, 'on_update')} ON DELETE ${text(row, 'on_delete')}`
  return [{ table, name: null, kind, definition: `${columns} REFERENCES ${parent} ${actions}` }]
}

/** Pragmas tell the parts; expressions are told by the text that created the object only. */
export const schemaStructure: SchemaReader = {
  trial: 'read',
  queries: {
    // https://www.sqlite.org/pragma.html#pragma_table_list
    tables: {
      statement: (schema) => ({
        sql: `SELECT ?1 AS schema, t.name, t.type, t.wr, t.strict, s.sql FROM temp.pragma_table_list AS t
                LEFT JOIN ${schemaTable(schema)} AS s ON s.type = 'table' AND s.name = t.name
               WHERE ${IS_TABLE} ORDER BY t.name`,
        parameters: [schema],
      }),
      read: (rows) =>
        rows.map((row) => ({
          name: text(row, 'name'),
          type: [typeOf(row), row['wr'] === 1 && 'without rowid', row['strict'] === 1 && 'strict']
            .filter(Boolean)
            .join(', '),
          comment: null,
        })),
    },
    // https://www.sqlite.org/pragma.html#pragma_table_xinfo
    columns: {
      statement: (schema) => ({
        sql: `${READABLE}
              SELECT ?1 AS schema, t.name AS "table", c.name, c.cid, c.cid AS position, c.type, c."notnull", c.dflt_value, c.hidden, s.sql
                FROM t JOIN temp.pragma_table_xinfo(t.name, ?1) AS c
                LEFT JOIN ${schemaTable(schema)} AS s ON s.type = 'table' AND s.name = t.name AND c.cid = 0
               WHERE c.hidden <> 1 ORDER BY t.name, c.cid`,
        parameters: [schema],
      }),
      read: (rows) => {
        let told = readTableText('', '').columns
        return rows.map((row) => {
          const sql = textOrNull(row, 'sql')
          if (number(row, 'cid') === 0) told = readTableText(sql ?? '', text(row, 'schema')).columns
          const { generated = null, collation = null } = told.get(text(row, 'name').toLowerCase()) ?? {}
          return columnOf(row, generated, collation)
        })
      },
    },
    // https://www.sqlite.org/pragma.html#pragma_index_list; `origin` tells what made the index
    constraints: {
      statement: (schema) => ({
        sql: `${READABLE}
              SELECT ?1 AS schema, t.name AS "table", 'primaryKey' AS kind, json_group_array(c.name ORDER BY c.pk) AS columns,
                     NULL AS parent, NULL AS parent_columns, NULL AS on_update, NULL AS on_delete, NULL AS sql
                FROM t JOIN temp.pragma_table_xinfo(t.name, ?1) AS c WHERE c.pk > 0 GROUP BY t.name
              UNION ALL
              SELECT ?1, t.name, 'unique', json_group_array(c.name ORDER BY c.seqno), NULL, NULL, NULL, NULL, NULL
                FROM t JOIN temp.pragma_index_list(t.name, ?1) AS i JOIN temp.pragma_index_info(i.name, ?1) AS c
               WHERE i.origin = 'u' GROUP BY t.name, i.name
              UNION ALL
              SELECT ?1, t.name, 'foreignKey', json_group_array(f."from" ORDER BY f.seq), lower(f."table"),
                     json_group_array(coalesce(f."to", (SELECT name FROM temp.pragma_table_xinfo(f."table", ?1) WHERE pk = f.seq + 1)) ORDER BY f.seq),
                     f.on_update, f.on_delete, NULL
                FROM t JOIN temp.pragma_foreign_key_list(t.name, ?1) AS f GROUP BY t.name, f.id
              UNION ALL
              SELECT ?1, t.name, 'check', NULL, NULL, NULL, NULL, NULL, s.sql
                FROM t JOIN ${schemaTable(schema)} AS s ON s.type = 'table' AND s.name = t.name`,
        parameters: [schema],
      }),
      read: (rows) => rows.flatMap(constraintsOf),
    },
    // CREATE [UNIQUE] INDEX name ON table (…)
    indexes: {
      statement: texts('index'),
      read: (rows) =>
        rows.map((row) => {
          const isUnique = tokensOf(text(row, 'sql'))[1] === 'unique'
          const definition = definitionOf(row, isUnique ? 6 : 5)
          return {
            table: text(row, 'table'),
            name: text(row, 'name'),
            definition: isUnique ? `unique ${definition}` : definition,
          }
        }),
    },
    triggers: {
      statement: texts('trigger'),
      read: (rows) =>
        rows.map((row) => ({ table: text(row, 'table'), name: text(row, 'name'), definition: definitionOf(row, 3) })),
    },
    views: {
      statement: texts('view'),
      read: (rows) => rows.map((row) => ({ name: text(row, 'name'), definition: definitionOf(row, 3) })),
    },
  },
  notKept: [
    { kind: 'sequences', reason: 'SQLite has no sequences' },
    { kind: 'clauses', reason: 'ON CONFLICT, DEFERRABLE and the direction of a primary key are not read' },
    { kind: 'comments', reason: 'SQLite keeps no comments on tables and columns' },
  ],
}
