/** Anybody who may connect to a database may notify whomever he likes of whatever he likes. */
import { PostgresWatch } from '../../../../srv/read-cache/external-changes/postgres-watch.ts'
import { TableVersions } from '../../../../srv/read-cache/table-versions.ts'
import type { Notification, PostgresConnection } from '../../../../srv/read-cache/external-changes/external-changes.ts'

const TABLE = 'saga_planet'
const RELATION = {
  ...{ oid: 1, name: TABLE, path: TABLE, kind: 'r', isPartition: false, children: null, reads: null },
  ...{ hasPolicies: false, hasFunctions: false, hasEffects: false },
  tells: [`29 R ${TABLE}\\000`, `60 A ${TABLE}\\000`],
}

/** A database that has one table, and tells what it is asked to. */
const open = async () => {
  const asked: string[] = []
  let tell: (message: Notification) => void = () => undefined
  const database = { snapshot: '1:1:', others: false, structure: JSON.stringify([RELATION]) }
  const connection: PostgresConnection = {
    processID: 7,
    query: (sql) => {
      asked.push(sql)
      return Promise.resolve({ rows: [database] })
    },
    on: (event, listener) => {
      if (event === 'notification') tell = listener
    },
    end: () => Promise.resolve(),
  }
  const versions = new TableVersions()
  const sources = new Map([[TABLE, [TABLE]]])
  const options = { schema: undefined, sources, lagMs: 10_000, onJudgement: () => undefined }
  const watch = await PostgresWatch.on(connection, versions, options)
  return { watch, versions, database, asked, tell: (payload: string, processId = 8) => tell({ payload, processId }) }
}

test('what names no table leaves nothing behind', async () => {
  const { versions, tell, watch } = await open()
  await watch.isCurrent()
  const before = versions.now
  for (let count = 0; count < 300_000; count++) tell(`${TABLE} ${count}`)
  expect(versions.now).toBe(before)
  expect(await watch.isCurrent()).toBe(true)
})

test('what names a table ends the answers from it, however often', async () => {
  const { versions, tell } = await open()
  const before = versions.now
  for (let count = 0; count < 1_000; count++) tell(TABLE)
  expect(versions.areUnchanged([TABLE], before)).toBe(false)
  expect(versions.areUnchanged(['saga_people'], before)).toBe(true)
})

test('a lone process asks once in a while; when another one says hello, for every read, and then once for all who wait', async () => {
  const { watch, tell, asked } = await open()
  await watch.isCurrent()
  tell('+', 7)
  const first = asked.length
  expect([watch.isCurrent(), watch.isCurrent()]).toEqual([true, true])
  expect(asked).toHaveLength(first)
  tell('+')
  for (let count = 1; count <= 3; count++) {
    const answers = await Promise.all(Array.from({ length: 10 }, async () => watch.isCurrent()))
    expect(answers).not.toContain(false)
    expect(asked).toHaveLength(first + count)
  }
})

test('who comes while a question is under way waits for the next one', async () => {
  const { watch, tell, asked } = await open()
  await watch.isCurrent()
  tell('+')
  const before = asked.length
  const first = watch.isCurrent()
  await new Promise(setImmediate)
  const second = watch.isCurrent()
  expect(await Promise.all([first, second])).toEqual([true, true])
  expect(asked.length - before).toBe(2)
})

test('where triggers are missing every commit ends all answers, and nothing else does', async () => {
  const { watch, versions, database } = await open()
  database.others = true
  database.structure = JSON.stringify([{ ...RELATION, tells: null }])
  database.snapshot = '1:2:'
  await new Promise((resolve) => setTimeout(resolve, 1_100))
  await watch.isCurrent()
  expect(watch.hasEffects).toBe(true)
  const before = versions.now
  await watch.isCurrent()
  expect(versions.now).toBe(before)
  database.snapshot = '1:3:'
  expect(await watch.isCurrent()).toBe(true)
  expect(versions.areUnchanged([TABLE], before)).toBe(false)
})

test('a table of another database is never kept, until it is one of this', async () => {
  const { watch, database } = await open()
  database.others = true
  const isCurrentWith = async (kind: string, snapshot: string): Promise<boolean> => {
    Object.assign(database, { structure: JSON.stringify([{ ...RELATION, kind }]), snapshot })
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    await watch.isCurrent()
    // The first one may have been answered before the question was.
    await new Promise((resolve) => setTimeout(resolve, 20))
    return watch.isCurrent()
  }
  expect([await isCurrentWith('f', '2:2:'), await isCurrentWith('r', '3:3:')]).toEqual([false, true])
})
