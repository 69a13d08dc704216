import { mentionedTables } from '../../../../../srv/admin/dialects/postgres/function-flows.ts'

const found = (text: string): { reads: string[]; writes: string[] } => {
  const { reads, writes } = mentionedTables(text)
  const spelt = (names: typeof reads): string[] =>
    names.map(([schema, name]) => (schema === null ? name : `${schema}.${name}`)).sort()
  return { reads: spelt(reads), writes: spelt(writes) }
}

test.each<[text: string, reads: string[], writes: string[]]>([
  ['BEGIN INSERT INTO Log (id) VALUES (NEW.id); RETURN NEW; END', [], ['log']],
  ['insert into "My ""Log" select * from only s."T" as t, lateral f(1) as x, b, (select 1 from c) y, d', ['b', 'c', 'd', 's.T'], ['My "Log']], // prettier-ignore
  ['UPDATE ONLY a SET x = b.y FROM b JOIN c USING (id), e WHERE a.x IS DISTINCT FROM b.x', ['b', 'c', 'e'], ['a']],
  ['DELETE FROM a USING b WHERE a.id = b.id; TRUNCATE TABLE c', ['b'], ['a', 'c']],
  ['MERGE INTO a USING b ON a.i = b.i WHEN MATCHED THEN UPDATE SET x = 1 WHEN NOT MATCHED THEN INSERT VALUES (1)', ['b'], ['a']], // prettier-ignore
  ['INSERT INTO a VALUES (1) ON CONFLICT (i) DO UPDATE SET x = 2', [], ['a']],
  ['IF x THEN UPDATE a SET y = 1; END IF; SELECT y INTO z FROM b FOR UPDATE OF b', ['b'], ['a']],
  [`PERFORM extract(year FROM day), trim(both FROM word) FROM a WHERE n = (SELECT substring(w FROM 1) FROM b)`, ['a', 'b'], []], // prettier-ignore
  ['WITH log AS (SELECT 1), more (a, b) AS NOT MATERIALIZED (SELECT 2 FROM x) SELECT * FROM log, more', ['x'], []],
  ['WITH RECURSIVE t AS (SELECT 1 UNION SELECT 2 FROM t) SELECT * FROM s.t', ['s.t'], []],
  [`EXECUTE 'INSERT INTO a'; -- INSERT INTO b\n /* FROM c */ RAISE NOTICE 'FROM d'`, [], []],
  ['FOR r IN SELECT * FROM a LEFT JOIN b ON a.i = b.i LOOP NULL; END LOOP', ['a', 'b'], []],
  ['SELECT (1', [], []],
  ['', [], []],
])('%s', (text, reads, writes) => {
  expect(found(text)).toEqual({ reads, writes })
})
