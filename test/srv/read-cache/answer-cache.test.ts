import cds from '@sap/cds'
import { AnswerCache } from '../../../srv/read-cache/answer-cache.ts'

const TRUST = { lagMs: 0, isOnlyWriter: false, isAgeEnough: false }
const onTrouble = (reason: unknown): void => {
  throw reason
}

/** What stands for CAP's service of a database in memory. */
const createDatabase = () => ({
  kind: 'sqlite',
  model: { definitions: {} },
  url4: () => ':memory:',
  dbc: { prepare: () => ({ all: () => [] }) },
  prepare: (): unknown => ({}),
  exec: (): unknown => undefined,
  commit: (): Promise<void> => Promise.resolve(),
})

type Db = ReturnType<typeof createDatabase> & {
  prepare(sql: string): unknown
  exec(sql: string): unknown
}

const opened = async (options: { readonly bytes?: number; readonly maxAgeMs?: number } = {}) => {
  const cds_ = cds as unknown as { db: unknown; model: unknown }
  cds_.model = cds.linked(cds.compile('entity film { key ID : Integer } entity planet { key ID : Integer }') as never)
  const db = createDatabase() as Db
  Object.assign(db, { model: cds_.model })
  cds_.db = db
  const cache = new AnswerCache<string>({
    bytes: 100,
    bytesOf: () => 10,
    maxAgeMs: 0,
    trust: TRUST,
    onTrouble,
    ...options,
  })
  cache.watchDatabase(db)
  await cache.open()
  /** Keeps an answer that is made by reading a table. */
  const make = (key: string, during: () => void = () => undefined): void => {
    const req = {}
    const recording = cache.record(req)!
    cds.context = { http: { req } } as never
    db.prepare('SELECT ID FROM film')
    during()
    cache.keep(key, `answer to ${key}`, recording)
    cds.context = {} as never
  }
  const write = async (table: string): Promise<void> => {
    const transaction = Object.create(db) as Db
    transaction.prepare(`UPDATE ${table} SET ID = 1`)
    transaction.exec('COMMIT')
    await transaction.commit()
  }
  return { cache, db, make, write }
}

test('an answer is good until a table changes that it was read from', async () => {
  const { cache, make, write } = await opened()
  make('films')
  expect(cache.get('films')).toBe('answer to films')
  await write('planet')
  expect(cache.get('films')).toBe('answer to films')
  await write('film')
  expect(cache.get('films')).toBeUndefined()
  expect(cache.statistics()).toEqual({ hits: 2, misses: 1, answers: 0, bytes: 0 })
})

test('an answer is good until any of its tables changes', async () => {
  const { cache, write } = await opened()
  const recording = cache.record({})!
  recording.read(['film', 'planet'])
  cache.keep('both', 'films and planets', recording)
  expect(cache.get('both')).toBe('films and planets')
  await write('planet')
  expect(cache.get('both')).toBeUndefined()
})

test.each([
  ['before', ['film'], []],
  ['after', [], ['film']],
])('an answer is not good when its table changed while it was made, %s it was read', async (_, before, after) => {
  const { cache, make, write } = await opened()
  const recording = cache.record({})!
  for (const table of before) await write(table)
  recording.read(['film'])
  for (const table of after) await write(table)
  cache.keep('films', 'old', recording)
  make('later')
  expect([cache.get('films'), cache.get('later')]).toEqual([undefined, 'answer to later'])
})

test('nothing is good after everything may have changed', async () => {
  const { cache, make } = await opened()
  make('films')
  cache.changed()
  expect(cache.has('films')).toBe(false)
})

test('what will be different is not kept', async () => {
  const { cache, db, make } = await opened()
  make('films', () => db.prepare('SELECT random() FROM film'))
  expect(cache.get('films')).toBeUndefined()
})

test('an answer that is too old is not used', async () => {
  const { cache, make } = await opened({ maxAgeMs: 0.001 })
  make('films')
  expect(cache.get('films')).toBeUndefined()
})

test('a cache that is not open keeps nothing, and knows of nothing', () => {
  const cache = new AnswerCache<string>({ bytes: 100, bytesOf: () => 10, maxAgeMs: 0, trust: TRUST, onTrouble })
  expect([cache.isOpen, cache.isCurrent(), cache.record({}), cache.get('films')]).toEqual([
    false,
    false,
    undefined,
    undefined,
  ])
})
