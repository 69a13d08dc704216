/** Whatever fails on the way, each statement is of its user and each write of its transaction. */
import fc from 'fast-check'
import { connectPostgres, type PostgresClient } from '../../../support/postgres-client.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'
import { runs } from '../../../support/long.ts'
import { PiggybackedBegin } from '../../../../srv/platform/postgres/piggybacked-begin.ts'
import { takeTurns } from '../../../../srv/platform/postgres/postgres-service.ts'
import { allowPipelining } from '../../../../srv/platform/postgres/pipelining.ts'

jest.setTimeout(120_000)

const RUNS = runs(25, 300)

let postgres: Postgres
let client: PostgresClient
let pending: PiggybackedBegin
const notices: unknown[] = []

beforeAll(async () => {
  postgres = await startPostgres()
  client = await connectPostgres(postgres.credentials)
  await client.query('CREATE TABLE writes (place SERIAL, by TEXT, what INTEGER NOT NULL)')
  takeTurns(client)
  allowPipelining(client)
  pending = (await PiggybackedBegin.on(client, 'SELECT set_config(key, $1->>key, false) FROM jsonb_each($1)'))!
  client.on('notice', (notice) => notices.push(notice))
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
})

type Kind = 'read' | 'broken read' | 'write' | 'broken write'

const SQL: Record<Kind, string> = {
  read: `SELECT current_setting('test.user') AS by`,
  'broken read': 'SELECT 1 / length($1) AS by',
  write: `INSERT INTO writes (by, what) VALUES (current_setting('test.user'), 1) RETURNING by`,
  'broken write': 'INSERT INTO writes (what) VALUES (NULL)',
}
const ERRORS: Partial<Record<Kind, string>> = { 'broken read': '22012', 'broken write': '23502' }
const ABORTED = '25P02'

const execute = async (kind: Kind): Promise<unknown> => {
  const values = kind === 'broken read' ? [''] : []
  try {
    const send = (): Promise<unknown> => client.query({ name: kind, text: SQL[kind], values })
    const { rows } = (await pending.before(kind.includes('write'), send)) as { rows: { by?: unknown }[] }
    return rows[0]?.by
  } catch (error) {
    return (error as { code?: unknown }).code
  }
}

interface Script {
  readonly user: string
  readonly commits: boolean
  /** Each a number of statements that are not waited for. */
  readonly groups: readonly (readonly Kind[])[]
}

/** What the statements of a transaction answer, one after the other, and what it leaves. */
const expected = ({ user, commits, groups }: Script): { answers: unknown[]; written: unknown[] } => {
  let isBegun = false
  let isAborted = false
  const written: unknown[] = []
  const answers: unknown[] = []
  for (const kind of groups.flat()) {
    isBegun ||= kind.includes('write')
    answers.push(isAborted ? ABORTED : (ERRORS[kind] ?? user))
    isAborted ||= isBegun && kind in ERRORS
    if (kind === 'write') written.push({ by: user })
  }
  return { answers, written: isAborted || !commits ? [] : written }
}

const script = fc.record<Script>({
  user: fc.constantFrom('leia', 'han', 'chewie'),
  commits: fc.boolean(),
  groups: fc.array(
    fc.array(fc.constantFrom<Kind>('read', 'broken read', 'write', 'broken write'), { minLength: 1, maxLength: 4 }),
    { maxLength: 4 },
  ),
})

test('transactions of several users, one after the other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(script, { minLength: 1, maxLength: 3 }), async (scripts) => {
      for (const each of scripts) {
        pending.set(JSON.stringify({ 'test.user': each.user }))
        pending.begin()
        const answers: unknown[] = []
        for (const group of each.groups) answers.push(...(await Promise.all(group.map(execute))))
        if (pending.end()) await client.query(each.commits ? 'COMMIT' : 'ROLLBACK')
        const { rows: written } = await client.query('SELECT by FROM writes ORDER BY place')
        expect({ answers, written }).toEqual(expected(each))
        await client.query('DELETE FROM writes')
      }
      expect(notices).toEqual([])
    }),
    { numRuns: RUNS },
  )
})

test('variables that are set twice before they are heard are those of both, the later ones first', async () => {
  pending.set('{"test.user":"leia","test.more":"yes"}')
  pending.set('{"test.user":"han"}')
  await pending.alone()
  const { rows } = await client.query(`SELECT current_setting('test.user') AS by, current_setting('test.more') AS more`)
  expect(rows).toEqual([{ by: 'han', more: 'yes' }])
})

test('there is none where it makes a difference whether a read is part of a transaction', async () => {
  const strict = await connectPostgres({
    ...postgres.credentials,
    options: '-c default_transaction_isolation=serializable',
  })
  expect(await PiggybackedBegin.on(strict, 'SELECT $1::text')).toBeNull()
  await strict.end()
})

test('a lock is sent by itself once, and travels with the next statement from then on', async () => {
  const LOCK = 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))'
  const other = await connectPostgres(postgres.credentials)
  const isFree = async (text: string): Promise<unknown> => {
    const { rows } = await other.query('SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS free', [text])
    return rows[0]?.['free']
  }
  const query = jest.spyOn(client, 'query')
  for (const sent of [2, 1, 1]) {
    query.mockClear()
    pending.begin()
    pending.lock(LOCK, ['one'])
    pending.lock(LOCK, ['two'])
    expect(await isFree('one')).toBe(true)
    await execute('read')
    expect(query).toHaveBeenCalledTimes(sent)
    expect([await isFree('one'), await isFree('two')]).toEqual([false, false])
    expect(pending.end()).toBe(true)
    await client.query('ROLLBACK')
    expect([await isFree('one'), await isFree('two')]).toEqual([true, true])
  }
  query.mockRestore()
  await other.end()
})

test('a lock that fails when it is sent for the first time is in the way of no other', async () => {
  await client.query('CREATE TABLE locked (id INTEGER); INSERT INTO locked VALUES (1)')
  const other = await connectPostgres(postgres.credentials)
  await other.query('BEGIN; SELECT 1 FROM locked FOR UPDATE')
  const lock = (text: string): Promise<unknown> => {
    pending.begin()
    pending.set('{"test.user":"leia"}')
    pending.lock(text, [])
    return execute('read').finally(async () => {
      pending.end()
      await client.query('ROLLBACK')
    })
  }
  const [first, second] = ['SELECT 1 FROM locked FOR UPDATE', 'SELECT 2 FROM locked FOR SHARE']
  await client.query(`SET lock_timeout = '20ms'`)
  for (const text of [first, second, first]) expect(await lock(text)).toBe('55P03')
  await other.end()
  for (const text of [second, first, second, first]) expect(await lock(text)).toBe('leia')
  expect(await lock('SELECT 3 FROM nowhere')).toBe('42P01')
  expect(await lock(second)).toBe('leia')
  await client.query('RESET lock_timeout')
})
