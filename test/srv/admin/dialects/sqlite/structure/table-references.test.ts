import { applyEdits } from '../../../../../../srv/admin/core/sql-tokens.ts'
import { tableReferences, unqualify } from '../../../../../../srv/admin/dialects/sqlite/structure/table-references.ts'

test.each<[sql: string, tables: string[]]>([
  ['SELECT a, b FROM t', ['t']],
  ['SELECT a FROM t AS x, u y, "v w" WHERE a IN (1, 2)', ['t', 'u', 'v w']],
  ['SELECT 1 FROM a JOIN b ON a.x = b.x AND f(a.y, b.z) LEFT JOIN c USING (q, r), d', ['a', 'b', 'c', 'd']],
  [
    'SELECT (SELECT max(n) FROM inner_t), other FROM (SELECT x, y FROM deep ORDER BY x, y) s, (e JOIN f)',
    ['inner_t', 'deep', 'e', 'f'],
  ],
  ['SELECT 1 FROM main.t, aux."u" AS x', ['t', 'u']],
  ['SELECT 1 FROM json_each(a, b), pragma_table_info(t)', []],
  ['SELECT a FROM t GROUP BY b, c HAVING d IN u ORDER BY e, f LIMIT 1', ['t', 'u']],
  ['SELECT a FROM t UNION SELECT b, c FROM u', ['t', 'u']],
  ['INSERT OR REPLACE INTO t (a, b) SELECT c, d FROM u', ['t', 'u']],
  ['INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1, b = 2', ['t']],
  ['UPDATE OR IGNORE t SET a = 1, b = 2 FROM u WHERE 1', ['t', 'u']],
  ['DELETE FROM t WHERE EXISTS (SELECT 1 FROM u)', ['t', 'u']],
  ['CREATE TRIGGER x AFTER UPDATE OF a, b ON t BEGIN DELETE FROM u; UPDATE v SET a = new.a, c = 1; END', ['u', 'v']],
])('%s', (sql, tables) => {
  expect(tableReferences(sql).map(({ name }) => name)).toEqual(tables)
})

test('the name of the own schema goes, that of others and of aliases stays', () => {
  const sql = 'SELECT main.t.a, "Main".f(1), x.main FROM MAIN.t AS x JOIN aux.t main ON main.b = x.b'
  expect(applyEdits(sql, unqualify(sql, 'main'))).toBe(
    'SELECT t.a, "Main".f(1), x.main FROM t AS x JOIN aux.t main ON main.b = x.b',
  )
})
