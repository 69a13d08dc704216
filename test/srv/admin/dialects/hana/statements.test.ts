import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { fillFilms } from '../../../../support/hana/film-system.ts'
import { HanaDouble } from '../../../../support/hana/hana-double.ts'
import { OPERATION_REQUESTS, OTHER_KIND_REQUESTS } from '../../../../support/hana/operation-requests.ts'
import { filmHana } from '../../../../support/hana/run-operations.ts'

const { system } = new HanaDouble()
fillFilms(system)

interface Schema {
  readonly [key: string]: unknown
  readonly anyOf?: readonly Schema[]
}

/** The choices that a field of an input gives. */
const choicesOf = (schema: Schema): unknown[] =>
  'const' in schema ? [schema.const] : (schema.anyOf ?? []).flatMap(choicesOf)

describe('every statement that HANA gets', () => {
  it.each([...OPERATION_REQUESTS, ...OTHER_KIND_REQUESTS])(
    'for $operation $input is one that it takes',
    async ({ operation, input, fails }) => {
      const { double, run } = filmHana()
      const outcome = await run(operation, input).then(
        () => 'done',
        (error: unknown) => (error as { code?: string }).code ?? String(error),
      )
      const problems = double.sent.flatMap(({ problem }) => problem ?? [])
      expect({ outcome, problems: [...new Set(problems)] }).toEqual({ outcome: fails ?? 'done', problems: [] })
    },
  )

  it.each(ROUTES)('is seen, whatever $path is asked', ({ path, operation: { input } }) => {
    const asked = OPERATION_REQUESTS.filter(({ operation }) => `/${operation}` === path)
    expect(asked).not.toHaveLength(0)
    for (const [field, schema] of Object.entries(input.properties)) {
      const values = asked.flatMap((request) => (field in request.input ? [request.input[field]] : []))
      expect([field, values.length > 0]).toEqual([field, true])
      const missing = choicesOf(schema as unknown as Schema).filter((choice) => !values.includes(choice))
      expect([field, missing]).toEqual([field, []])
    }
  })
})

it('those about copies are, too', () => {
  const { copies } = hanaDialect.structure
  const statements = [
    ...[copies.tables.statement({ schema: 'APP' }), copies.dropTable('APP', 'FILM'), copies.dropSchema('APP')],
    ...[null, 'FILM'].map((table) => copies.dependents.statement({ schema: 'APP', table })),
  ]
  for (const statement of statements) expect(system.problemOf(statement?.sql ?? '')).toBeNull()
})

describe('the check of statements', () => {
  it.each([
    ['no such column', `SELECT t.TABLE_NAME AS "name" FROM SYS.TABLES AS t WHERE t.IS_PARTITIONED = 'TRUE'`],
    ['no such column', `SELECT START_VALUE AS "start" FROM SYS.SEQUENCES`],
    ['no such table SYS.ROUTINES', `SELECT SCHEMA_NAME AS "schema" FROM SYS.ROUTINES`],
    ['not quoted', `SELECT count(*) AS total FROM "APP"."FILM"`],
    ['no such column', `SELECT "t"."total" AS "n" FROM (SELECT count(*) AS TOTAL FROM "APP"."FILM") AS "t"`],
    ['TOP as a name', `WITH top AS (SELECT 1 AS "n" FROM SYS.DUMMY) SELECT "n" FROM top`],
    ['TOP as a name', `WITH g AS (SELECT 1 AS "n" FROM SYS.DUMMY), top AS (SELECT "n" FROM g) SELECT * FROM g`],
    ['LIMIT with an expression', `SELECT ID FROM "APP"."FILM" LIMIT TO_BIGINT(?)`],
    ['OFFSET with an expression', `SELECT ID FROM "APP"."FILM" LIMIT 3 OFFSET TO_BIGINT(?)`],
    ['OPENING is aggregated', `SELECT count("OPENING") AS "n" FROM "APP"."FILM"`],
    ['v0 is aggregated', `SELECT count("v0") AS "n" FROM (SELECT "OPENING" AS "v0" FROM "APP"."FILM") AS "scanned"`],
    ['OPENING is compared', `SELECT count(CASE WHEN "OPENING" = '' THEN 1 END) AS "n" FROM "APP"."FILM"`],
    ['OPENING is grouped', `SELECT 1 AS "n" FROM "APP"."FILM" GROUP BY "OPENING"`],
    ['OPENING is made distinct', `SELECT DISTINCT "OPENING" FROM "APP"."FILM"`],
    ['joined to a text', `SELECT 'x' || DEFINITION AS "n" FROM SYS.VIEWS`],
    ['no function TO_VARBINARY', `SELECT TO_VARBINARY("POSTER") AS "n" FROM "APP"."FILM"`],
    ['SELECT without FROM', `SELECT 1 AS "n"`],
    ['a condition as a value', `SELECT ID > 3 AS "n" FROM "APP"."FILM"`],
    ['whose type nothing tells', `SELECT ID FROM "APP"."FILM" WHERE ? IS NOT NULL`],
  ])('finds: %s', (problem, sql) => {
    expect(system.problemOf(sql)).toContain(problem)
  })

  it.each([
    `SELECT count(CASE WHEN "OPENING" IS NOT NULL THEN 1 END) AS "n", max(LENGTH("OPENING")) AS "most" FROM "APP"."FILM"`,
    `SELECT TO_NVARCHAR("OPENING") AS "text" FROM "APP"."FILM" WHERE TO_NVARCHAR("OPENING") = TO_NVARCHAR(?) LIMIT ? OFFSET ?`,
    `WITH "top" AS (SELECT ID AS "id" FROM "APP"."FILM") SELECT "top"."id" FROM "top" ORDER BY "top"."id" LIMIT 3`,
    `SELECT NULL AS "nothing", CURRENT_SCHEMA AS "schema" FROM SYS.DUMMY`,
  ])('lets pass: %s', (sql) => {
    expect(system.problemOf(sql)).toBeNull()
  })
})
