/** Sessions of one process, and of all on a PostgreSQL: how long they last, and how many there are. */
import { asAdminDatabase } from '../../../../srv/admin/shared/state.ts'
import { SharedSessions, LocalSessions } from '../../../../srv/admin/sign-in/open-sessions.ts'
import { MOST_OF_A_USER, type SessionStore } from '../../../../srv/admin/sign-in/session-store.ts'
import { SharedDatabase } from '../../../../srv/admin/shared/database.ts'
import { type Postgres, startPostgres } from '../../../support/postgres.ts'

jest.setTimeout(60_000)

const LIMITS = { idleMs: 600_000, totalMs: 3_600_000 }

interface Kept {
  readonly store: SessionStore
  /** Another process. */
  readonly other: SessionStore
  /** Lets time go by. */
  pass(ms: number): Promise<void>
}

let postgres: Postgres
let database: SharedDatabase
beforeAll(async () => {
  postgres = await startPostgres()
  database = new SharedDatabase({ credentials: postgres.credentials, schema: 'server_state' })
})
afterAll(async () => {
  await database.close()
  await postgres.stop()
})

const STORES: Readonly<Record<string, () => Kept>> = {
  'in memory': () => {
    let now = 0
    const store = new LocalSessions(LIMITS, () => now)
    return { store, other: store, pass: async (ms) => void (now += ms) }
  },
  'on PostgreSQL': () => {
    const store = new SharedSessions(asAdminDatabase(database), LIMITS)
    const other = new SharedSessions(asAdminDatabase(database), LIMITS)
    const interval = (ms: number) => `interval '${ms} milliseconds'`
    const pass = async (ms: number): Promise<void> => {
      await database.query(
        `UPDATE server_state.logins SET began_at = began_at - ${interval(ms)}, used_at = used_at - ${interval(ms)}`,
      )
    }
    return { store, other, pass }
  },
}

let count = 0
const session = (owner = `user ${++count}`) => ({ id: `id ${++count}`, owner, sealed: `sealed ${count}` })

/** A use is written down behind the answer. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 200))

describe.each(Object.keys(STORES))('%s', (name) => {
  const open = (): Kept => STORES[name]!()

  test('a session is found, with when it ends, until it is ended', async () => {
    const { store, other } = open()
    const one = session()
    await store.add(one)
    const found = await other.find(one.id, true)
    expect(found?.sealed).toBe(one.sealed)
    expect(Math.abs(found!.endsInMs - LIMITS.idleMs)).toBeLessThan(10_000)
    await other.end(one.id)
    expect([await store.find(one.id, true), await store.find('another', true)]).toEqual([undefined, undefined])
  })

  test('it ends when nobody uses it, to look at it is no use, and at last in any case', async () => {
    const { store, pass } = open()
    const [idle, used] = [session(), session()]
    await store.add(idle)
    await store.add(used)
    for (let passed = 0; passed < LIMITS.totalMs - 500_000; passed += 500_000) {
      await pass(500_000)
      expect(await store.find(used.id, true)).toBeDefined()
      await settle()
      expect((await store.find(idle.id, false)) !== undefined).toBe(passed === 0)
    }
    await pass(700_000)
    expect(await store.find(used.id, true)).toBeUndefined()
  })

  test('of one user the oldest make room, and of nobody else', async () => {
    const { store } = open()
    const stranger = session()
    await store.add(stranger)
    const owner = session().owner
    const own = Array.from({ length: MOST_OF_A_USER + 3 }, () => session(owner))
    for (const each of own) await store.add(each)
    const found = await Promise.all(
      [stranger, ...own].map(async ({ id }) => (await store.find(id, false)) !== undefined),
    )
    expect(found).toEqual([true, false, false, false, ...Array<boolean>(MOST_OF_A_USER).fill(true)])
  })
})
