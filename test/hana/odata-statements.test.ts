/**
 * What CAP would send to a HANA for the requests of OData: held against HANA's grammar, names and kinds, and mistakes planted in it.
 * @long: starts a server and asks it all requests.
 */
import { problemOf } from '../support/hana/check-statement.ts'
import { catalogOf } from '../support/hana/odata-catalog.ts'
import type { Catalog } from '../support/hana/sql/check-query.ts'
import { askOdata } from './ask-odata.ts'
import { startOdataServer } from './odata-server.ts'

jest.setTimeout(300_000)

let statements: readonly string[] = []
let catalog: Catalog
beforeAll(async () => {
  const server = await startOdataServer()
  try {
    await askOdata(server.url, new AbortController().signal)
    statements = server.statements().map(({ sql }) => sql)
    catalog = catalogOf(server.tables)
  } finally {
    await server.stop()
  }
})

const problem = (sql: string): string | null => problemOf(sql, catalog, true)

test('each statement is read, and nothing is wrong with it', () => {
  expect(statements.length).toBeGreaterThan(250)
  const wrong = statements.flatMap((sql) => (problem(sql) === null ? [] : [`${problem(sql) ?? ''}: ${sql}`]))
  expect(wrong).toEqual([])
})

const MISTAKES: readonly (readonly [kind: string, part: RegExp, instead: string])[] = [
  ['a column that there is not', /"\$F"\.title/, '"$F".titel'],
  ['a quoted name in other letters than the folded one', /"\$F"\.title/, '"$F"."title"'],
  ['a table that there is not', /FROM SagaFilm_Film as/, 'FROM SagaFilm_Movie as'],
  ['an alias that there is not', /"\$P"\.ID = \?/, '"$X".ID = ?'],
  ['a query of WITH that there is not', /FROM "\$TA0" ORDER/, 'FROM "$TA9" ORDER'],
  ['a window by a column that is not selected', /ORDER BY ID ASC\) as "\$\$RN\$\$"/, 'ORDER BY ID2 ASC) as "$$RN$$"'],
  ['a bracket less', /RETURNS NVARCHAR\(2147483647\)\)/, 'RETURNS NVARCHAR(2147483647'],
  ['FOR JSON with an option that there is not', /'omitnull'='no'/, "'omit'='no'"],
  ['FOR JSON with a value that there is not', /'arraywrap'='no'/, "'arraywrap'='never'"],
  ['FOR JSON with an option twice', /'arraywrap'='no'/, "'arraywrap'='no', 'format'='no'"],
  ['FOR JSON that returns a number', /RETURNS NVARCHAR\(2147483647\)/, 'RETURNS INTEGER'],
  ['FOR JSON of a column without a name', /\(SELECT "name","ID" FROM JSON_TABLE/, '(SELECT 1,"ID" FROM JSON_TABLE'],
  ['FOR JSON of two columns of a name', /\(SELECT "name","ID" FROM JSON_TABLE/, '(SELECT "ID","ID" FROM JSON_TABLE'],
  ['JSON_TABLE without columns', / COLUMNS\("val" NVARCHAR\(2147483647\) PATH '\$\.val'\)/, ''],
  ['JSON_TABLE with a path that is none', /PATH '\$\.val'/, "PATH 'val'"],
  ['JSON_TABLE without PATH', / PATH '\$\.val'/, ''],
  ['JSON_TABLE with a type that there is not', /"val" NVARCHAR\(2147483647\)/, '"val" TEXT'],
  ['JSON_TABLE with a column twice', /COLUMNS\("val" NVARCHAR/, `COLUMNS("val" NVARCHAR(9) PATH '$.x', "val" NVARCHAR`],
  ['JSON_TABLE of a number', /JSON_TABLE\(\?, /, 'JSON_TABLE(1, '],
  ['JSON_TABLE of a column that there is not', /JSON_TABLE\(SRC\.JSON/, 'JSON_TABLE(SRC.TEXT'],
  ['json_each of another engine', /JSON_TABLE\(\?, '\$' COLUMNS\("val" .*?\)\)/, 'json_each(?)'],
  ['a large object compared', /"\$F"\.episode_id = \?/, '"$D".DraftMessages = ?'],
  ['numbers compared with a large object', /NEW\.name,/, 'CASE WHEN SRC.JSON = 1 THEN 1 END,'],
  ['a condition that is compared', /"\$P"\.ID = \?/, '("$P".ID = ?) = TRUE'],
  ['a boolean as a condition', /WHERE "\$P"\.ID = \?/, 'WHERE TRUE'],
  ['parameters as all results of a CASE', /then 1 else 0 end as "r0"/, 'then ? else ? end as "r0"'],
  ['two parameters compared', /"\$P"\.ID = \?/, '? = ?'],
  ['a function of another engine', /to_char\(modifiedAt, /, 'strftime(modifiedAt, '],
  ['an argument less', /lpad\("\$\$RN\$\$",6,'0'\)/, 'lpad("$$RN$$")'],
  ['LIMIT of an expression', / LIMIT 1000\)/, ' LIMIT 1000 + 1)'],
  ['OFFSET before LIMIT', / LIMIT 1000\)/, ' OFFSET 1 LIMIT 1000)'],
  ['FETCH FIRST', / LIMIT 1000\)/, ' FETCH FIRST 1000 ROWS ONLY)'],
  ['a value less for a new row', /SELECT NEW\.ID,/, 'SELECT '],
  ['a column twice in a new row', /^INSERT INTO saga_Planet \(ID,/, 'INSERT INTO saga_Planet (name,'],
  ['a column twice in a change', / SET name=\?,ID=\?/, ' SET name=?,name=?'],
  ['UPDATE FROM', /^(UPDATE saga_Film AS "\$F" SET .*?) WHERE/, '$1 FROM saga_People WHERE'],
  ['ON CONFLICT', /( ERROR ON ERROR\) AS NEW)$/, '$1 ON CONFLICT DO NOTHING'],
  ['RETURNING', /^(DELETE FROM saga_Film AS .*)$/, '$1 RETURNING ID'],
  ['rows IN a query of other columns', /\("\$E"\.up__name,"\$E"\.name\) in/, '("$E".up__name) in'],
  ['WITH RECURSIVE', /^WITH /, 'WITH RECURSIVE '],
  ['a reserved word as a name', /as __select__/, 'as SELECT'],
  ['FOR UPDATE SKIP LOCKED', / FOR UPDATE WAIT 0/, ' FOR UPDATE SKIP LOCKED'],
  ['FOR SHARE', / FOR SHARE LOCK/, ' FOR SHARE'],
  ['ORDER BY NULLS at the front', / ORDER BY "_path_" ASC$/, ' ORDER BY "_path_" NULLS START'],
  ['a column that is not grouped', / GROUP BY "\$M"\.target/, ' GROUP BY "$M".ID'],
]

test('mistakes are of many kinds', () => {
  expect(new Set(MISTAKES.map(([kind]) => kind)).size).toBe(MISTAKES.length)
})

test.each(MISTAKES)('a planted mistake is found: %s', (_kind, part, instead) => {
  const planted = statements.map((sql) => [sql, sql.replace(part, instead)] as const).filter(([a, b]) => a !== b)
  expect(planted).not.toHaveLength(0)
  expect(planted.filter(([, wrong]) => problem(wrong) === null).map(([, wrong]) => wrong)).toEqual([])
})
