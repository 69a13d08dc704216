import { taking } from '../catalog-query.ts'
import { readIndex, type IndexCatalog } from '../indexes.ts'
import { text } from '../rows.ts'

export const indexes: IndexCatalog = {
  // https://www.sqlite.org/pragma.html#pragma_index_xinfo. The key of a table with row ids of its own has no index, but is one.
  ofSchema: {
    statement: taking('schema')`
      SELECT t.name AS "table", l.name, l."unique" AS is_unique, l.origin <> 'c' AS is_constraint, NULL AS scans, NULL AS table_scans,
             json_group_array(x.name ORDER BY x.seqno) AS columns,
             json_group_array(x.name || iif(x."desc", ' desc ', ' asc ') || x.coll ORDER BY x.seqno) AS "order"
        FROM temp.pragma_table_list AS t JOIN temp.pragma_index_list(t.name, ?1) AS l
        JOIN temp.pragma_index_xinfo(l.name, ?1) AS x
       WHERE t.schema = ?1 AND t.type = 'table' AND l.partial = 0 AND x.key = 1
       GROUP BY t.name, l.name HAVING min(x.cid) >= 0
       UNION ALL
      SELECT t.name, 'INTEGER PRIMARY KEY', 1, 1, NULL, NULL, json_array(c.name), json_array(c.name || ' asc BINARY')
        FROM temp.pragma_table_list AS t JOIN temp.pragma_table_xinfo(t.name, ?1) AS c
       WHERE t.schema = ?1 AND t.type = 'table' AND c.pk = 1 AND upper(c.type) = 'INTEGER'
         AND NOT EXISTS (SELECT 1 FROM temp.pragma_index_list(t.name, ?1) WHERE origin = 'pk')
         AND (SELECT max(pk) FROM temp.pragma_table_xinfo(t.name, ?1)) = 1
       ORDER BY 1, 2`,
    item: readIndex,
  },
  largeTables: {
    statement: taking('schema', 'rows')`
      SELECT name FROM temp.pragma_table_list WHERE schema = ?1 AND type = 'table' AND has_rows(name, schema, ?2)`,
    item: (row) => text(row, 'name'),
  },
  create: ({ schema, index, table, columns }) => `CREATE INDEX ${schema}.${index} ON ${table} (${columns})`,
  drop: ({ schema, index }) => `DROP INDEX ${schema}.${index}`,
}
