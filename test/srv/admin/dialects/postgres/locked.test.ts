import type { Model } from '../../../../../srv/admin/core/model.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, useEngine } from '../../../../support/engines.ts'
import { whileLocked } from '../../../../support/while-locked.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

const model: Model = {
  services: [],
  entities: [modelEntity({ name: 'Secrets', table: 'secrets', sensitiveColumns: ['a'] })],
}

describe('a table that another session has locked', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, ROUTES, { model })
  const table = (name: string) => api.get(`/tables?schema=public&pattern=${name}`)

  beforeAll(() =>
    execute(
      engine().database,
      `CREATE TABLE locked (id integer PRIMARY KEY, a integer DEFAULT 5 + 1, b text, at date, CHECK (a > 0))`,
      'CREATE INDEX locked_a ON locked (a)',
      'CREATE VIEW shown AS SELECT a FROM locked',
      'CREATE TABLE free (id integer PRIMARY KEY, of integer REFERENCES locked, own integer REFERENCES free, at date)',
      'CREATE VIEW free_shown AS SELECT id FROM free',
      'CREATE TABLE parts (id integer) PARTITION BY LIST (id)',
      'CREATE TABLE part_1 PARTITION OF parts FOR VALUES IN (1)',
      'CREATE TABLE part_2 PARTITION OF parts FOR VALUES IN (2)',
      'CREATE TABLE secrets (id integer PRIMARY KEY, a text)',
      'CREATE FUNCTION counted() RETURNS bigint BEGIN ATOMIC SELECT count(*) FROM locked; END',
    ),
  )

  const whileAllLocked = <T>(work: () => Promise<T>): Promise<T> =>
    whileLocked(engine().server!, 'LOCK TABLE locked, shown, part_1', work)

  it('stops no list: its size is null, with the reason', async () => {
    const { tables } = (await whileAllLocked(() => table('*'))) as {
      tables: { name: string; sizeBytes: number | null; sizeBytesReason?: string }[]
    }
    const reason = 'Another session has locked it'
    expect(tables.map(({ name, sizeBytes, sizeBytesReason }) => [name, sizeBytes !== null, sizeBytesReason])).toEqual([
      ['free', true, undefined],
      ['locked', false, reason],
      ['part_1', false, reason],
      ['part_2', true, undefined],
      ['parts', false, reason],
      ['secrets', true, undefined],
    ])
    expect(await table('locked')).toMatchObject({ tables: [{ sizeBytes: 24_576 }] })
  })

  it('stops no list by a lock on an index, or one that is waited for', async () => {
    const answer = await whileLocked(engine().server!, 'REINDEX INDEX locked_a', () => table('locked'))
    expect(answer).toMatchObject({ tables: [{ sizeBytes: null }] })
    const waiting = await whileLocked(engine().server!, 'LOCK TABLE locked IN ACCESS SHARE MODE', async () => {
      let ended: Promise<unknown> | undefined
      const found = await whileLocked(engine().server!, 'SELECT 1', async () => {
        ended = whileLocked(engine().server!, 'LOCK TABLE locked', () => Promise.resolve())
        for (;;) {
          const { sessions } = (await api.get('/sessions', 'admin')) as { sessions?: { blockedBy?: unknown[] }[] }
          if (sessions?.some(({ blockedBy = [] }) => blockedBy.length > 0)) return table('locked')
        }
      })
      return { found, ended }
    })
    expect(waiting.found).toMatchObject({ tables: [{ sizeBytes: null }] })
    await waiting.ended
  })

  it('stops no list of views, whose statements are told but for those that read it', async () => {
    expect(await whileAllLocked(() => api.get('/views?schema=public&definition=true'))).toMatchObject({
      views: [
        { name: 'free_shown', definition: expect.stringContaining('free') },
        { name: 'shown', definition: null, definitionReason: 'Another session has locked it' },
      ],
    })
  })

  it.each([
    '/schemas',
    '/columns?schema=public',
    '/structure?schema=public&columns=all',
    '/alerts',
    '/dbInfo',
    '/sessions',
  ])('does not stop GET %s', async (path) => {
    expect(await whileAllLocked(() => api.get(path, 'admin'))).not.toHaveProperty('code')
  })

  it.each([
    ['/timeseriesTools', { action: 'list' }],
    ['/dataLineage', { table: 'free_shown' }],
    ['/dataLineage', { table: 'shown' }],
    ['/export', { table: 'secrets' }],
    ['/export', { table: 'free_shown' }],
  ])('does not stop POST %s about others', async (path, body) => {
    expect(await whileAllLocked(() => api.post(path, body))).not.toHaveProperty('code')
  })

  it('costs a referential check its own keys alone', async () => {
    expect(await whileAllLocked(() => api.post('/referentialCheck', { mode: 'report' }))).toMatchObject({
      totalForeignKeys: 2,
      validConstraints: 1,
      failedConstraints: 1,
    })
  })
})
