import { taking, text } from '../rows.ts'
import { readIndex, type IndexCatalog } from '../indexes.ts'
import { columnNames, RELATION } from './columns.ts'

const TABLES = `n.nspname = $1 AND c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition`

export const indexes: IndexCatalog = {
  // https://www.postgresql.org/docs/current/catalog-pg-index.html; one with further columns does more than its key.
  // Older releases cannot say that nulls are equal.
  ofSchema: {
    statement: taking('schema')`
      SELECT c.relname AS "table", x.relname AS name, i.indisunique AS is_unique, s.idx_scan AS scans,
             t.seq_scan + coalesce(t.idx_scan, 0) AS table_scans,
             EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid) OR i.indisreplident OR i.indisclustered AS is_constraint,
             ${columnNames('i.indrelid', 'i.indkey::int2[]')} AS columns,
             (SELECT json_agg(concat_ws(' ', i.indkey[p], i.indclass[p], i.indcollation[p], i.indoption[p], to_jsonb(i) ->> 'indnullsnotdistinct') ORDER BY p)
                FROM generate_series(0, i.indnkeyatts - 1) AS p) AS "order"
        FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_am m ON m.oid = x.relam
        JOIN ${RELATION} ON c.oid = i.indrelid
        LEFT JOIN pg_stat_all_indexes s ON s.indexrelid = i.indexrelid LEFT JOIN pg_stat_all_tables t ON t.relid = i.indrelid
       WHERE ${TABLES} AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL AND m.amname = 'btree'
         AND i.indnatts = i.indnkeyatts
       ORDER BY c.relname COLLATE "C", x.relname COLLATE "C"`,
    item: readIndex,
  },
  // Parts of a table that is divided hold its rows.
  largeTables: {
    statement: taking('schema', 'rows')`
      SELECT c.relname AS name FROM ${RELATION}
       WHERE ${TABLES} AND $2::float8 <= CASE c.relkind WHEN 'p' THEN
               (SELECT sum(p.reltuples) FROM pg_partition_tree(c.oid) AS part JOIN pg_class p ON p.oid = part.relid WHERE part.isleaf)
               ELSE c.reltuples END`,
    item: (row) => text(row, 'name'),
  },
  create: ({ schema, index, table, columns }) =>
    `CREATE INDEX CONCURRENTLY ${index} ON ${schema}.${table} (${columns})`,
  drop: ({ schema, index }) => `DROP INDEX CONCURRENTLY ${schema}.${index}`,
}
