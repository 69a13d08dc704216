/** What CAP's artifacts make on SAP HANA is held against its catalog: nothing differs when it is fresh, each planted change once. */
import cds from '@sap/cds'
import type { Drift } from '../../../../../srv/admin/core/drift/find-drift.ts'
import { openHana } from '../../../../../srv/admin/database/hana/database.ts'
import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { statementsOf } from '../../../../../srv/admin/host/model-statements/compile-model.ts'
import { modelDrift } from '../../../../../srv/admin/operations/schema/model-drift.ts'
import { deployArtifacts } from '../../../../support/hana/deploy-artifacts.ts'
import { fillFilms } from '../../../../support/hana/film-system.ts'
import { HanaDouble } from '../../../../support/hana/hana-double.ts'
import { contextFor } from '../../../../support/operation-context.ts'

interface Answer {
  readonly inSync: boolean
  readonly isRecorded: boolean
  readonly artifacts: readonly { readonly kind: string; readonly name: string }[]
  readonly findings: readonly (Drift & { readonly statement: string | null })[]
}

const { minify, load } = cds as unknown as { minify(model: object): object; load(models: string): Promise<object> }
const compile = (model: string): object => minify((cds.compile as unknown as (model: string) => object)(model))
const artifactsOf = (model: object) => statementsOf(structuredClone(model), { kind: 'hana' }, null).create

/** A container with what the artifacts of a model make. */
const container = (model: object) => {
  const double = new HanaDouble({ isContainer: true })
  fillFilms(double.system)
  for (const view of ['TABLES', 'TABLE_COLUMNS', 'CONSTRAINTS', 'INDEXES', 'VIEWS', 'REFERENTIAL_CONSTRAINTS'])
    double.system.database.exec(`DELETE FROM "SYS.${view}"`)
  deployArtifacts(double.system, 'APP', artifactsOf(model))
  const database = openHana({ host: 'h', port: 443, user: 'SAGA', password: 'p', schema: 'APP' }, double)
  const drift = (expected: object, input: object = {}): Promise<Answer> => {
    const modelStatements = (recorded: string | null) =>
      Promise.resolve(statementsOf(structuredClone(expected), { kind: 'hana' }, recorded))
    const context = contextFor({ database, dialect: hanaDialect }, { modelStatements, role: 'operator' })
    return modelDrift.run(context, { schema: 'APP', ...input }) as unknown as Promise<Answer>
  }
  const sql = (statement: string): void => {
    double.system.database.exec(statement)
  }
  return { double, drift, sql }
}

const told = ({ findings }: Answer): string[] =>
  findings.map(({ change, kind, table, name, attribute, severity }) =>
    [change, kind, [table, name].filter((part) => part !== null).join('.'), attribute, severity]
      .filter((part) => part !== null)
      .join(' '),
  )

const KINDS = `
  entity Kinds {
    key ID : UUID; flag : Boolean default true; tiny : UInt8; small : Int16; whole : Integer default -5; large : Int64;
    exact : Decimal(10,2) default 1.50; free : Decimal; double : Double; day : Date default '2020-01-01'; at : Time;
    moment : DateTime; instant : Timestamp default $now; text : String(10) default 'it''s'; given : String not null;
    long : LargeString; bytes : Binary(20); content : LargeBinary; list : array of String; vector : Vector(3);
    place : hana.ST_POINT; fixed : hana.CHAR(4); narrow : hana.VARCHAR(9); short : hana.SMALLDECIMAL; single : hana.REAL;
    who : String default $user; ![order] : Integer; words : localized String(20); both : String = text || 'x' stored;
    to : Association to Parents; parts : Composition of many Parts on parts.up = $self;
  }
  entity Parents { key one : String(3); key two : Integer; }
  @assert.unique: { one: [name, up] }
  @assert.integrity
  entity Parts { key ID : UUID; name : String(40); up : Association to Kinds; }
  @sql.prepend: 'ROW' entity Rows { key a : Integer; }
  view Names as select from Kinds { ID, text as word, to.one as parent, case when whole > 1 then 'a' else 'b' end as case_, parts.name };
  view All_ as select from Parents { one } union select from Kinds { text as one };
`
const MODEL = compile(KINDS)

it('a fresh deployment has none: every type, default, key, index and view', async () => {
  const { drift } = container(MODEL)
  expect(await drift(MODEL)).toMatchObject({ findings: [], inSync: true, isRecorded: false, artifacts: [] })
})

it('nor has the model of the saga itself', async () => {
  const model = minify(await load('*'))
  const artifacts = artifactsOf(model)
  expect(artifacts.length).toBeGreaterThan(100)
  expect(await container(model).drift(model)).toMatchObject({ findings: [], inSync: true })
})

const where = (table: string, column?: string): string =>
  `WHERE SCHEMA_NAME = 'APP' AND TABLE_NAME = '${table}'${column ? ` AND COLUMN_NAME = '${column}'` : ''}`

it.each([
  [`DELETE FROM "SYS.TABLES" ${where('PARENTS')}`, 'missing table PARENTS wrongAnswers'],
  [`DELETE FROM "SYS.TABLE_COLUMNS" ${where('KINDS', 'SMALL')}`, 'missing column KINDS.SMALL wrongAnswers'],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET LENGTH = 9 ${where('KINDS', 'TEXT')}`,
    'changed column KINDS.TEXT type wrongAnswers',
  ],
  [`UPDATE "SYS.TABLE_COLUMNS" SET LENGTH = 99 ${where('KINDS', 'TEXT')}`, 'changed column KINDS.TEXT type harmless'],
  [`UPDATE "SYS.TABLE_COLUMNS" SET SCALE = 3 ${where('KINDS', 'EXACT')}`, 'changed column KINDS.EXACT type dataAtRisk'],
  [`UPDATE "SYS.TABLE_COLUMNS" SET SCALE = 3 ${where('KINDS', 'FREE')}`, 'changed column KINDS.FREE type dataAtRisk'],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET DATA_TYPE_NAME = 'TIMESTAMP' ${where('KINDS', 'MOMENT')}`,
    'changed column KINDS.MOMENT type dataAtRisk',
  ],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET IS_NULLABLE = 'TRUE' ${where('KINDS', 'GIVEN')}`,
    'changed column KINDS.GIVEN nullable dataAtRisk',
  ],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET DEFAULT_VALUE = 'its' ${where('KINDS', 'TEXT')}`,
    'changed column KINDS.TEXT defaultValue wrongAnswers',
  ],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET DEFAULT_VALUE = '1.51' ${where('KINDS', 'EXACT')}`,
    'changed column KINDS.EXACT defaultValue wrongAnswers',
  ],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET DEFAULT_VALUE = NULL ${where('KINDS', 'INSTANT')}`,
    'changed column KINDS.INSTANT defaultValue wrongAnswers',
  ],
  [
    `UPDATE "SYS.TABLE_COLUMNS" SET GENERATED_ALWAYS_AS = NULL ${where('KINDS', 'BOTH')}`,
    'changed column KINDS.BOTH generated wrongAnswers',
  ],
  [`UPDATE "SYS.TABLES" SET TABLE_TYPE = 'COLUMN' ${where('ROWS')}`, 'changed table ROWS type wrongAnswers'],
  [`DELETE FROM "SYS.CONSTRAINTS" ${where('PARENTS', 'TWO')}`, 'changed primaryKey PARENTS dataAtRisk'],
  [`DELETE FROM "SYS.INDEXES" ${where('PARTS')}`, 'missing index PARTS.PARTS_ONE dataAtRisk'],
  [`DELETE FROM "SYS.VIEWS" WHERE VIEW_NAME = 'NAMES'`, 'missing view NAMES wrongAnswers'],
  [
    `DELETE FROM "SYS.VIEW_COLUMNS" WHERE VIEW_NAME = 'NAMES' AND COLUMN_NAME = 'CASE_'`,
    'changed view NAMES wrongAnswers',
  ],
  [`DELETE FROM "SYS.REFERENTIAL_CONSTRAINTS" ${where('PARTS')}`, 'missing foreignKey PARTS.C__PARTS_UP dataAtRisk'],
  [
    `UPDATE "SYS.REFERENTIAL_CONSTRAINTS" SET DELETE_RULE = 'RESTRICT' ${where('PARTS')}`,
    'changed foreignKey PARTS.C__PARTS_UP dataAtRisk',
  ],
])('%s', async (change, finding) => {
  const { sql, drift } = container(MODEL)
  sql(change)
  expect(told(await drift(MODEL))).toEqual([finding])
})

it('what the model has gained is missing, with the artifact that makes it', async () => {
  const { drift } = container(MODEL)
  const { findings } = await drift(
    compile(`${KINDS.replace('bytes :', 'fresh : String(7); bytes :')} entity Shelf { key ID : Integer; }`),
  )
  expect(told({ findings } as unknown as Answer)).toEqual([
    'missing column KINDS.FRESH wrongAnswers',
    'changed view LOCALIZED_KINDS wrongAnswers',
    'missing table SHELF wrongAnswers',
  ])
  expect(findings[2]?.statement).toMatch(/^COLUMN TABLE Shelf \(/)
})

it('what HDI has deployed from other artifacts is told apart from what was made by hand', async () => {
  const { double, drift } = container(MODEL)
  const [other] = artifactsOf(compile('entity Native { key ID : Integer; }'))
  deployArtifacts(double.system, 'APP', [
    other ?? '',
    'VIEW Reports AS SELECT\n  a.x\nFROM a',
    'INDEX By_Day ON Kinds (day)',
  ])
  double.system.tell('SYS.TABLES', {
    SCHEMA_NAME: 'APP',
    TABLE_NAME: 'BY_HAND',
    TABLE_TYPE: 'COLUMN',
    IS_USER_DEFINED_TYPE: 'FALSE',
  })
  const answer = await drift(MODEL)
  expect(told(answer)).toEqual(['additional table BY_HAND harmless'])
  expect(answer.artifacts).toEqual([
    { kind: 'index', name: 'BY_DAY' },
    { kind: 'table', name: 'NATIVE' },
    { kind: 'view', name: 'REPORTS' },
  ])
  expect(await drift(MODEL, { ignore: 'native, by_hand' })).toMatchObject({
    inSync: true,
    ignored: 2,
    artifacts: { length: 2 },
  })
})
