import { calledFunctions } from '../../../../../srv/admin/core/structure/called-functions.ts'

it.each([
  [
    'CREATE TABLE t (a VARCHAR(10) REFERENCES p (a), b AS (ST_X(a)) STORED, CHECK (length(a) > 2), UNIQUE (a))',
    ['ST_X', 'length'],
  ],
  ['CREATE UNIQUE INDEX i ON t (ST_X(g), a) WHERE ST_IsEmpty(g) = 0', ['ST_X', 'ST_IsEmpty']],
  [
    'CREATE VIEW v (a, b) AS SELECT st_x(g) AS a, "My F"(1), ST_X(2) FROM t JOIN u ON ST_Touches(t.g, u.g)',
    ['st_x', 'My F', 'ST_Touches'],
  ],
  [
    'CREATE VIEW v AS WITH c (n) AS (SELECT 1), d (m) AS NOT MATERIALIZED (SELECT f(2)) SELECT CAST(n AS DECIMAL(9, 2)) FROM c, d',
    ['f'],
  ],
  [
    'CREATE TRIGGER x AFTER INSERT ON t WHEN (NEW.a IN (1, 2)) BEGIN INSERT INTO u (a, b) VALUES (g(1), 2) ON CONFLICT (a) DO NOTHING; END',
    ['g'],
  ],
  ["CREATE VIEW v AS SELECT sum(a) OVER (ORDER BY b), 'h(' FROM generate_series(1, 2)", ['sum', 'generate_series']],
])('%s', (sql, expected) => {
  expect(calledFunctions(sql).sort()).toEqual([...expected].sort())
})
