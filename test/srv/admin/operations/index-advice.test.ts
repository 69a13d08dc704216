import { adviseIndexes, type StatedAdvice } from '../../../../srv/admin/operations/index-advice.ts'
import { alerts } from '../../../../srv/admin/operations/database/alerts.ts'
import { listKeys } from '../../../../srv/admin/operations/list-keys.ts'
import { inSession, type SessionContext } from '../../../../srv/admin/operations/operation.ts'
import type { Model } from '../../../../srv/admin/core/model.ts'
import { DIALECT_ENGINES, execute, useEngine } from '../../../support/engines.ts'
import { contextFor } from '../../../support/operation-context.ts'

/** What a CAP model says of two tables that have no foreign key. */
const MODEL: Model = {
  services: [],
  entities: ['Orders', 'Items'].map((name) => ({
    ...{ name, table: name, keys: ['ID'], managedColumns: [], sensitiveColumns: [], assertions: [], sources: [] },
    service: null,
    associations:
      name === 'Items' ? [{ name: 'of', columns: ['of_ID'], targetTable: 'Orders', targetColumns: ['ID'] }] : [],
  })),
}

const adviseOn = async (context: SessionContext, schema: string): Promise<StatedAdvice[] | null> =>
  adviseIndexes(context, schema, await listKeys(context, { schema, table: null, source: 'all' }))

describe.each(DIALECT_ENGINES)('advice on indexes on %s', (name) => {
  const engine = useEngine(name)
  const isPostgres = name === 'PostgreSQL'
  const series = (rows: number): string =>
    isPostgres
      ? `SELECT x FROM generate_series(1, ${rows}) AS g (x)`
      : `WITH RECURSIVE g (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM g WHERE x < ${rows}) SELECT x FROM g`
  const advise = (model?: Model): Promise<StatedAdvice[] | null> =>
    inSession(
      contextFor({ database: { ...engine().database }, dialect: engine().dialect }, model && { model }),
      (context) => adviseOn(context, engine().schema),
    )
  const told = async (model?: Model) => (await advise(model))?.map((each) => `${each.kind} ${each.name}`)

  beforeAll(async () => {
    await execute(
      engine().database,
      'CREATE TABLE parent (id INTEGER PRIMARY KEY, code INTEGER UNIQUE)',
      `INSERT INTO parent SELECT x, x FROM (${series(50)}) AS s`,
      'CREATE TABLE "Big child" (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent, code INTEGER REFERENCES parent (code), note INTEGER)',
      `INSERT INTO "Big child" SELECT x, 1, 1, x FROM (${series(1_000)}) AS s`,
      'CREATE TABLE small_child (id INTEGER PRIMARY KEY, parent INTEGER REFERENCES parent)',
      `INSERT INTO small_child SELECT x, 1 FROM (${series(999)}) AS s`,
      'CREATE TABLE orders (id INTEGER PRIMARY KEY)',
      'CREATE TABLE items (id INTEGER PRIMARY KEY, of_id INTEGER)',
      `INSERT INTO items SELECT x, 1 FROM (${series(2_000)}) AS s`,
      ...(isPostgres ? ['ANALYZE'] : []),
    )
  })

  it('names the keys of large tables, and what would make their indexes', async () => {
    const advice = await advise()
    expect(advice?.map(({ kind, table }) => [kind, table])).toEqual([
      ['missing', 'Big child'],
      ['missing', 'Big child'],
    ])
    for (const { statement } of advice ?? []) {
      expect(statement).toContain('"Big child"')
      await execute(engine().database, statement.replace(' CONCURRENTLY', ''))
    }
    expect(await advise()).toEqual([])
  })

  it('knows the associations of the model, which have no foreign key', async () => {
    expect(await told(MODEL)).toEqual(['missing items_by_of_id'])
    await execute(engine().database, 'CREATE INDEX of_items ON items (of_id)')
    expect(await told(MODEL)).toEqual([])
  })

  it('names what another index does as well, but no other', async () => {
    await execute(
      engine().database,
      'CREATE INDEX twice ON items (of_id, id)',
      'CREATE INDEX down ON items (of_id DESC)',
      'CREATE INDEX partial ON items (of_id) WHERE of_id > 5',
      'CREATE INDEX worked_out ON items (abs(of_id))',
    )
    const advice = await advise(MODEL)
    expect(advice?.map((each) => `${each.kind} ${each.name}`)).toEqual(['duplicate of_items'])
    await execute(engine().database, advice![0]!.statement.replace(' CONCURRENTLY', ''))
    expect(await told(MODEL)).toEqual([])
  })

  it('is told by /alerts', async () => {
    await execute(engine().database, 'DROP INDEX down', 'DROP INDEX twice')
    const context = contextFor({ database: { ...engine().database }, dialect: engine().dialect }, { model: MODEL })
    const answer = (await alerts.run(context, {})) as unknown as { alerts: object[]; checks: object[] }
    expect(answer.checks).toContainEqual({ id: 'indexes', status: 'alert' })
    expect(answer.alerts).toEqual([
      expect.objectContaining({ code: 'MISSING_INDEX', severity: 'low', table: 'items', schema: engine().schema }),
    ])
  })
})

describe('advice on indexes on PostgreSQL alone', () => {
  const engine = useEngine('PostgreSQL')

  it('names an index that nobody uses although the table is read', async () => {
    await execute(
      engine().database,
      'CREATE TABLE read_often (id INTEGER PRIMARY KEY, a INTEGER, b INTEGER)',
      'INSERT INTO read_often SELECT x, x, x FROM generate_series(1, 2000) AS g (x)',
      'CREATE INDEX by_a ON read_often (a)',
      'CREATE INDEX by_b ON read_often (b)',
      'ANALYZE read_often',
      `DO $$ BEGIN FOR n IN 1..1200 LOOP PERFORM FROM read_often WHERE a = n; END LOOP; END $$`,
      'SELECT pg_stat_force_next_flush()',
    )
    const advice = await inSession(
      contextFor({ database: { ...engine().database }, dialect: engine().dialect }),
      (context) => adviseOn(context, engine().schema),
    )
    expect(advice).toEqual([
      {
        ...{ kind: 'unused', table: 'read_often', name: 'by_b', tableScans: expect.any(Number) },
        statement: `DROP INDEX CONCURRENTLY "public"."by_b"`,
      },
    ])
  })

  it('tells of a table that is divided once, not of each of its parts', async () => {
    await execute(
      engine().database,
      'CREATE TABLE target (id INTEGER PRIMARY KEY)',
      'CREATE TABLE divided (id INTEGER, target INTEGER REFERENCES target) PARTITION BY RANGE (id)',
      'CREATE TABLE part_1 PARTITION OF divided FOR VALUES FROM (0) TO (1000)',
      'CREATE TABLE part_2 PARTITION OF divided FOR VALUES FROM (1000) TO (10000)',
      'INSERT INTO divided SELECT x, NULL FROM generate_series(1, 2000) AS g (x)',
      'ANALYZE',
    )
    const advice = await inSession(
      contextFor({ database: { ...engine().database }, dialect: engine().dialect }),
      (context) => adviseOn(context, engine().schema),
    )
    expect(advice?.filter(({ kind }) => kind === 'missing').map(({ name }) => name)).toEqual(['divided_by_target'])
  })
})
