import { taking, list, number, text, textOrNull } from '../rows.ts'
import type { Catalog } from '../dialect.ts'
import { isTypeOfCap, readDeclaredType, affinityOf } from './values.ts'

// https://www.sqlite.org/pragma.html#pragma_table_xinfo; https://www.sqlite.org/lang_createtable.html#rowid
// The table comes first: the list of all would be read again for each of its columns.
const columnsOfEach = (tables: string): string => `
    SELECT asked.name AS "table", c.name, c.cid, c.type, c."notnull", c.dflt_value, c.pk, c.hidden, t.strict,
           c.pk = 1 AND upper(c.type) = 'INTEGER' AND NOT t.wr AND t.type = 'table'
             AND (SELECT max(pk) FROM temp.pragma_table_xinfo(asked.name, ?1)) = 1 AS is_rowid,
           c.name IN (SELECT x.name FROM temp.pragma_index_list(asked.name, ?1) AS l, temp.pragma_index_xinfo(l.name, ?1) AS x
                       WHERE l.partial = 0 AND x.seqno = 0 AND x.key = 1 AND x.coll = 'BINARY') AS sorted
      FROM (${tables}) AS asked CROSS JOIN temp.pragma_table_list(asked.name) AS t
     CROSS JOIN temp.pragma_table_xinfo(asked.name, ?1) AS c
     WHERE t.schema = ?1 AND c.hidden <> 1 ORDER BY asked.name, c.cid`

export const columns: Catalog['columns'] = {
  statement: taking('schema', 'table')`${columnsOfEach('SELECT ?2 AS name')}`,
  item: (row) => ({
    name: text(row, 'name'),
    position: number(row, 'cid') + 1,
    type: text(row, 'type'),
    ...readDeclaredType(text(row, 'type')),
    nullable: row['notnull'] === 0 && row['is_rowid'] === 0,
    defaultValue: textOrNull(row, 'dflt_value'),
    isGenerated: number(row, 'hidden') > 1,
    identity: row['is_rowid'] === 1 ? 'by default' : null,
    keyPosition: row['pk'] === 0 ? null : number(row, 'pk'),
    ...(row['sorted'] === 1 && { isSortedByIndex: true }),
    comment: null,
    takesAny: !isTypeOfCap(text(row, 'type')),
    affinity: affinityOf(text(row, 'type'), row['strict'] === 1),
  }),
}

export const columnsOf: Catalog['columnsOf'] = {
  statement: ({ schema, tables }) => ({
    sql: columnsOfEach('SELECT value AS name FROM json_each(?2)'),
    parameters: [schema, JSON.stringify(tables)],
  }),
  item: (row) => ({ table: text(row, 'table'), column: columns.item(row) }),
}

// https://www.sqlite.org/pragma.html#pragma_index_xinfo. A column with the number -2 is an expression; row ids have no index.
export const uniqueKeys: Catalog['uniqueKeys'] = {
  statement: taking('schema', 'table')`
    SELECT json_group_array(x.name ORDER BY x.seqno) AS columns
      FROM temp.pragma_index_list(?2, ?1) AS l, temp.pragma_index_xinfo(l.name, ?1) AS x
     WHERE l."unique" = 1 AND l.partial = 0 AND x.key = 1 GROUP BY l.name HAVING min(x.cid) >= 0
     UNION ALL
    SELECT json_array(name) FROM temp.pragma_table_xinfo(?2, ?1) WHERE pk = 1 AND upper(type) = 'INTEGER'
       AND NOT EXISTS (SELECT 1 FROM temp.pragma_index_list(?2, ?1) WHERE origin = 'pk')
       AND (SELECT max(pk) FROM temp.pragma_table_xinfo(?2, ?1)) = 1
     ORDER BY 1`,
  item: (row) => list(row, 'columns'),
}

// https://www.sqlite.org/pragma.html#pragma_foreign_key_list. It tells no names: they are made as PostgreSQL does.
// The list of all tables is read once, and not again for each key; the engine folds ASCII only.
export const foreignKeys: Catalog['foreignKeys'] = {
  statement: taking('schema', 'table')`
    WITH p AS MATERIALIZED (SELECT name, lower(name) AS folded FROM temp.pragma_table_list WHERE schema = ?1)
    SELECT t.schema, t.name AS "table", f.on_update, f.on_delete,
           coalesce(p.name, f."table") AS parent, p.name IS NULL AS is_missing,
           json_group_array(f."from" ORDER BY f.seq) AS columns,
           json_group_array(coalesce(f."to", (SELECT name FROM temp.pragma_table_xinfo(f."table", ?1) WHERE pk = f.seq + 1))
                            ORDER BY f.seq) AS parent_columns
      FROM temp.pragma_table_list AS t JOIN temp.pragma_foreign_key_list(t.name, ?1) AS f
      LEFT JOIN p ON p.folded = lower(f."table")
     WHERE t.schema = ?1 AND t.type = 'table' AND (?2 IS NULL OR t.name = ?2)
     GROUP BY t.name, f.id ORDER BY t.name, f.id`,
  item: (row) => ({
    name: [text(row, 'table'), ...list(row, 'columns'), 'fkey'].join('_'),
    schema: text(row, 'schema'),
    table: text(row, 'table'),
    columns: list(row, 'columns'),
    referencedSchema: text(row, 'schema'),
    referencedTable: text(row, 'parent'),
    referencedColumns: list(row, 'parent_columns'),
    match: 'simple',
    onUpdate: text(row, 'on_update'),
    onDelete: text(row, 'on_delete'),
    isEnforced: true,
    ...(text(row, 'on_delete') === 'NO ACTION' && { isDeferrable: true }),
    ...(row['is_missing'] === 1 && { isMissing: true }),
  }),
}
