/** What is planted in a database, or in a model that is not deployed yet, is found once, with who has moved. */
import cds from '@sap/cds'
import fc from 'fast-check'
import type { Drift } from '../../../../../srv/admin/core/drift/find-drift.ts'
import { statementsOf } from '../../../../../srv/admin/host/model-statements/compile-model.ts'
import { modelDrift } from '../../../../../srv/admin/operations/schema/model-drift.ts'
import { execute, useEngine } from '../../../../support/engines.ts'
import { isLong } from '../../../../support/long.ts'
import { contextFor } from '../../../../support/operation-context.ts'

interface Answer {
  readonly supported: boolean
  readonly isRecorded: boolean
  readonly inSync: boolean
  readonly counts: Readonly<Record<string, number>>
  readonly findings: readonly (Drift & { readonly statement: string | null })[]
  readonly statements: readonly string[]
  readonly ignored: number
}

/** What CAP writes down when it deploys. */
const recordOf = (model: object, options: object): string => {
  const { sql } = cds.compile.to as unknown as {
    sql: { delta(model: object, options: object, before: undefined): { readonly afterImage: object } }
  }
  return JSON.stringify(sql.delta(model, options, undefined).afterImage)
}

const compile = (model: string): object => {
  const csn = (cds.compile as unknown as (model: string) => object)(model)
  return (cds as unknown as { minify(model: object): object }).minify(csn)
}

const BOOKS = `
  entity Authors { key ID : Integer; name : String(80) not null; born : Date; pseudonym : String(40) default 'none'; }
  @assert.unique: { title: [title] }
  entity Books { key ID : Integer; title : String(111); price : Decimal(9,2); author : Association to Authors; stock : Integer default 0; note : String(20); }
  entity Titles as select from Books { ID, title, author.name as author };
`

describe.each(['SQLite file', 'PostgreSQL'])('on %s', (name) => {
  const engine = useEngine(name)
  const isPostgres = name === 'PostgreSQL'
  const options = isPostgres ? { kind: 'postgres', dialect: 'postgres' } : { kind: 'sqlite', dialect: 'sqlite' }
  const run = (...statements: readonly string[]): Promise<void> => execute(engine().database, ...statements)
  /** Names as the engine spells them. */
  const spelled = (text: string): string => (isPostgres ? text.toLowerCase() : text)

  /** An empty schema again. */
  const clear = async (): Promise<void> => {
    if (isPostgres) return run('DROP SCHEMA public CASCADE', 'CREATE SCHEMA public')
    const { findings } = await drift(compile('entity Nothing { key ID : Integer }'), {}, 'viewer', false)
    const names = (kind: string): string[] =>
      findings.flatMap((each) => (each.kind === kind && each.change === 'additional' ? [each.name ?? ''] : []))
    engine().unchecked?.(
      [
        ...names('view').map((each) => `DROP VIEW "${each}"`),
        ...names('table').map((each) => `DROP TABLE "${each}"`),
        'DROP TABLE IF EXISTS cds_model',
      ].join(';'),
    )
  }

  /** As CAP deploys it; with what it writes down, where it does. */
  const deploy = async (model: object, isRecorded = true): Promise<void> => {
    await clear()
    await run(...statementsOf(structuredClone(model), options, null).create)
    if (!isRecorded) return
    const record = recordOf(structuredClone(model), options).replaceAll("'", "''")
    await run('CREATE TABLE cds_model (csn TEXT)', `INSERT INTO cds_model VALUES ('${record}')`)
  }

  const drift = (
    model: object,
    input: object = {},
    role: 'viewer' | 'operator' = 'operator',
    asksRecord = true,
  ): Promise<Answer> => {
    const modelStatements = (recorded: string | null) =>
      Promise.resolve(statementsOf(structuredClone(model), options, asksRecord ? recorded : null))
    const context = contextFor(engine(), { modelStatements, role })
    return modelDrift.run(context, input) as unknown as Promise<Answer>
  }
  const told = ({ findings }: Answer): string[] =>
    findings.map(({ change, kind, table, name: of, attribute, movedBy, severity }) =>
      [change, kind, [table, of].filter((part) => part !== null).join('.'), attribute, movedBy, severity]
        .filter((part) => part !== null)
        .join(' '),
    )

  it('a fresh deployment has none', async () => {
    const model = compile(BOOKS)
    await deploy(model)
    expect(await drift(model)).toMatchObject({ isRecorded: true, inSync: true, findings: [], statements: [] })
    await deploy(model, false)
    expect(await drift(model)).toMatchObject({ isRecorded: false, inSync: true, findings: [] })
  })

  const moved = async (...statements: readonly string[]): Promise<string[]> => {
    const model = compile(BOOKS)
    await deploy(model)
    await run(...statements)
    return told(await drift(model))
  }

  it.each([
    ['ALTER TABLE Books ADD COLUMN shelf INTEGER', 'additional column Books.shelf database harmless'],
    [
      'ALTER TABLE Books ADD COLUMN shelf INTEGER NOT NULL DEFAULT 1',
      'additional column Books.shelf database harmless',
    ],
    ['ALTER TABLE Books DROP COLUMN note', 'missing column Books.note database wrongAnswers'],
    ['CREATE TABLE Shelves (ID INTEGER PRIMARY KEY)', 'additional table Shelves database harmless'],
    ['DROP VIEW Titles', 'missing view Titles database wrongAnswers'],
    ['CREATE VIEW Names AS SELECT name FROM Authors', 'additional view Names database harmless'],
    ['CREATE INDEX by_price ON Books (price)', 'additional index Books.by_price database harmless'],
    ['CREATE UNIQUE INDEX by_name ON Authors (name)', 'additional index Authors.by_name database wrongAnswers'],
  ])('%s', async (statement, finding) => {
    const [change, kind, of = '', ...rest] = finding.split(' ')
    expect(await moved(statement)).toEqual([[change, kind, spelled(of), ...rest].join(' ')])
  })

  if (isPostgres)
    it.each([
      ['ALTER TABLE Books DROP CONSTRAINT books_pkey', 'missing primaryKey books.books_pkey database dataAtRisk'],
      ['ALTER TABLE Books DROP CONSTRAINT books_title', 'missing unique books.books_title database dataAtRisk'],
      ['ALTER TABLE Books ADD CHECK (price > 0)', 'additional check books.books_price_check database wrongAnswers'],
      ['ALTER TABLE Authors ALTER name DROP NOT NULL', 'changed column authors.name nullable database dataAtRisk'],
      ['ALTER TABLE Books ALTER note TYPE varchar(10)', 'changed column books.note type database wrongAnswers'],
      ['ALTER TABLE Books ALTER note TYPE varchar(99)', 'changed column books.note type database harmless'],
    ])('%s', async (statement, finding) => {
      expect(await moved(statement)).toEqual([finding])
    })

  it('a view that is another one', async () => {
    expect(await moved('DROP VIEW Titles', "CREATE VIEW Titles AS SELECT ID, title, 'x' AS author FROM Books")).toEqual(
      [`changed view ${spelled('Titles')} database wrongAnswers`],
    )
  })

  it('what has moved in the model, in the database and in both', async () => {
    const before = compile(BOOKS)
    await deploy(before)
    const after = compile(
      `${BOOKS.replace('title : String(111)', 'title : String(200)').replace('born : Date;', 'born : Date; died : Date;')}
       entity Shelves { key ID : Integer; }`,
    )
    const fresh = await drift(after)
    expect(told(fresh)).toEqual([
      `missing column ${spelled('Authors')}.died model wrongAnswers`,
      `changed column ${spelled('Books')}.title type model wrongAnswers`,
      `missing table ${spelled('Shelves')} model wrongAnswers`,
    ])
    expect(fresh.findings[1]).toMatchObject({
      recorded: expect.stringMatching(/111/),
      actual: fresh.findings[1]?.recorded,
    })
    expect(fresh.statements.join('\n')).toMatch(/ALTER TABLE Authors ADD\s+(?:COLUMN\s+)?died/i)
    expect(fresh.findings[2]?.statement).toMatch(/^CREATE TABLE Shelves/)
    await run('ALTER TABLE Authors ADD COLUMN died INTEGER', 'ALTER TABLE Books DROP COLUMN note')
    expect(told(await drift(after))).toEqual([
      `changed column ${spelled('Authors')}.died type both dataAtRisk`,
      `changed column ${spelled('Books')}.title type model wrongAnswers`,
      `missing column ${spelled('Books')}.note database wrongAnswers`,
      `missing table ${spelled('Shelves')} model wrongAnswers`,
    ])
    await deploy(before, false)
    expect((await drift(after)).findings.map(({ movedBy }) => movedBy)).toEqual([null, null, null])
  })

  it('says that CAP would refuse to deploy, and tells by tables and columns who has moved', async () => {
    const model = compile(BOOKS)
    await deploy(model)
    const answer = await drift(compile('entity Authors { key ID : Integer; name : String(80) not null; born : Date; }'))
    expect(answer).toMatchObject({ refusal: expect.stringMatching(/not supported/), statements: [] })
    expect(told(answer)).toEqual(
      [
        `additional view ${spelled('Titles')} harmless`,
        `additional column ${spelled('Authors')}.pseudonym model harmless`,
        `additional table ${spelled('Books')} model harmless`,
      ].sort(),
    )
  })

  it('leaves out what is to be ignored, and says how much', async () => {
    const model = compile(BOOKS)
    await deploy(model)
    await run(
      'CREATE TABLE audit_1 (ID INTEGER)',
      'CREATE TABLE audit_2 (ID INTEGER)',
      'ALTER TABLE Books DROP COLUMN note',
    )
    expect(await drift(model, { ignore: 'AUDIT_*, books.note' })).toMatchObject({ inSync: true, ignored: 3 })
    expect(await drift(model, { ignore: ['audit_?'] })).toMatchObject({ inSync: false, ignored: 2 })
    expect(await drift(model, { limit: 1 })).toMatchObject({
      count: 1,
      truncated: true,
      counts: { harmless: 2, wrongAnswers: 1 },
    })
  })

  it('tells definitions of views to operators only', async () => {
    const model = compile(BOOKS)
    await deploy(model)
    await run('DROP VIEW Titles')
    const [asOperator, asViewer] = [await drift(model), await drift(model, {}, 'viewer')]
    expect(asOperator.findings).toMatchObject([
      { expected: expect.stringMatching(/name/i), statement: expect.stringMatching(/^CREATE VIEW Titles/) },
    ])
    expect(asViewer.findings).toMatchObject([{ name: spelled('Titles'), expected: null, statement: null }])
  })

  it('models that nobody has written: none when they are fresh, each planted change once', async () => {
    await fc.assert(
      fc.asyncProperty(modelsWithChange(isPostgres), async ({ model, statements, finding }) => {
        const csn = compile(model)
        await deploy(csn)
        expect(told(await drift(csn))).toEqual([])
        await run(...statements)
        expect(told(await drift(csn)).map(spelled)).toEqual([spelled(finding)])
      }),
      { numRuns: isLong ? 50 : 6, endOnFailure: true },
    )
  })
})

const TYPES = [
  ...['String(30)', 'String', 'Integer', 'Int64', 'Decimal(9,2)', 'Double', 'Boolean'],
  ...['Date', 'Time', 'DateTime', 'Timestamp', 'UUID', 'LargeString', 'Binary(16)', 'LargeBinary', 'Decimal'],
]

/** A model with a change of the database after its deployment, and what is to be told of that. */
const modelsWithChange = (isPostgres: boolean) => {
  const column = fc.record({ type: fc.constantFrom(...TYPES), isNotNull: fc.boolean() })
  const entity = fc.record({
    columns: fc.array(column, { minLength: 1, maxLength: 6 }),
    refers: fc.boolean(),
    isUnique: fc.boolean(),
  })
  const changes = [
    'addColumn',
    'dropColumn',
    'addTable',
    'dropView',
    'addIndex',
    ...(isPostgres ? ['setNotNull', 'setDefault', 'retype'] : []),
  ]
  return fc
    .record({ entities: fc.array(entity, { minLength: 1, maxLength: 5 }), change: fc.constantFrom(...changes) })
    .map(({ entities, change }) => {
      const model = entities.map(({ columns, refers, isUnique }, index) => {
        const elements = columns.map(({ type, isNotNull }, at) => `c${at} : ${type}${isNotNull ? ' not null' : ''};`)
        const link = refers ? `other : Association to E${(index + 1) % entities.length};` : ''
        return `${isUnique ? '@assert.unique: { u: [u] }' : ''} entity E${index} { key ID : UUID; u : Integer; plain : Integer; ${elements.join(' ')} ${link} }
              entity V${index} as select from E${index} { ID, u as number };`
      })
      const planted: Record<string, [string, string]> = {
        addColumn: ['ALTER TABLE E0 ADD COLUMN extra INTEGER', 'additional column E0.extra database harmless'],
        dropColumn: ['ALTER TABLE E0 DROP COLUMN plain', 'missing column E0.plain database wrongAnswers'],
        addTable: ['CREATE TABLE extra (a INTEGER)', 'additional table extra database harmless'],
        dropView: ['DROP VIEW V0', 'missing view V0 database wrongAnswers'],
        addIndex: ['CREATE INDEX extra ON E0 (plain)', 'additional index E0.extra database harmless'],
        setNotNull: [
          'ALTER TABLE E0 ALTER COLUMN plain SET NOT NULL',
          'changed column E0.plain nullable database wrongAnswers',
        ],
        setDefault: [
          'ALTER TABLE E0 ALTER COLUMN plain SET DEFAULT 5',
          'changed column E0.plain defaultValue database wrongAnswers',
        ],
        retype: ['ALTER TABLE E0 ALTER COLUMN plain TYPE bigint', 'changed column E0.plain type database dataAtRisk'],
      }
      const [statement = '', finding = ''] = planted[change] ?? []
      return { model: model.join('\n'), statements: [statement], finding }
    })
}
