/** A server on a SQLite file with many rows: nobody waits for the reads of others. @alone: measures waits over many rows. */
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { FILM, makeLargeDatabase, onFile, PERSON } from '../../../support/large-database.ts'
import { SERVE } from '../../../support/server-on.ts'
import { type ServerProcess, startServer } from '../../../support/server-process.ts'

jest.setTimeout(120_000)

const PEOPLE = 60_000
const TIMEOUT_MS = 5_000
/** Longer than the time limit, on any machine: half of the people have half of them for neighbours. */
const ENDLESS = `People?$filter=homeworld/residents/any(r:contains(r/name,'nobody'))`
const SLOW = [
  `People?$filter=contains(name,'99')&$top=3000`,
  `People?$filter=contains(tolower(name),'nobody')`,
  'People?$orderby=name desc&$top=7',
  'People?$orderby=homeworld/name,name&$top=7',
  'People?$apply=groupby((gender),aggregate($count as n))',
  'People?$search=nobody',
  'People?$skip=50000&$top=5',
  'People/$count',
  'People?$count=true&$top=2',
  `People?$filter=films/any(f:f/film_ID eq ${FILM})`,
  `People?$filter=homeworld/name eq 'Planet 77'&$count=true`,
  `People?$filter=films/all(f:f/film_ID eq ${FILM})&$top=3&$skip=59990`,
  `People?$filter=endswith(name,'77') and length(name) gt 3&$orderby=gender,ID&$top=50`,
  `People?$filter=year(createdAt) eq 1977 or name eq 'Nobody'`,
  `Film?$filter=IsActiveEntity eq false or SiblingEntity/IsActiveEntity eq null&$orderby=title desc&$top=5`,
  `Film?$filter=contains(title,'999')&$top=100&$expand=characters($expand=people($expand=homeworld))`,
  `Film(ID=${FILM},IsActiveEntity=true)/characters?$orderby=people/name`,
]
const QUICK = [`People(${PERSON})`, 'People?$top=20', `People(${PERSON})?$expand=homeworld`]

let folder: string
let beside: ServerProcess
let inside: ServerProcess

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'saga-readers-'))
  const [first, second] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')]
  makeLargeDatabase(first, PEOPLE)
  copyFileSync(first, second)
  const readers = { processes: 3, timeoutMs: TIMEOUT_MS, waiting: 4, waitMs: 10_000 }
  beside = await startServer(SERVE, { env: onFile(first, { readers }) })
  inside = await startServer(SERVE, { env: onFile(second, { readers: { processes: 0 } }) })
})
afterAll(async () => {
  await inside.stop()
  await beside.stop()
  rmSync(folder, { recursive: true })
})

const read = (server: ServerProcess, path: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${server.url}/odata/v4/SagaFilm/${encodeURI(path)}`, signal ? { signal } : {})

const rename = async (person: string, name: string): Promise<void> => {
  const { status } = await fetch(`${beside.url}/odata/v4/SagaFilm/People(${person})`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  expect(status).toBe(204)
}

/** How long `/health` and quick reads take at most, while something is done. */
const longestWait = async (work: () => Promise<unknown>): Promise<number> => {
  const state = { isDone: false, longest: 0 }
  const done = work().finally(() => (state.isDone = true))
  while (!state.isDone)
    for (const path of ['/health', ...QUICK.map((each) => `/odata/v4/SagaFilm/${each}`)]) {
      const started = performance.now()
      const { status } = await fetch(beside.url + path)
      expect(status).toBe(200)
      state.longest = Math.max(state.longest, performance.now() - started)
      await setTimeout(5)
    }
  await done
  return state.longest
}

/** The processes that the server has started. */
const children = (): string[] =>
  readFileSync(`/proc/${beside.pid}/task/${beside.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)

/** Those of them that work, or want to: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const busy = (): string[] =>
  children().filter((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.startsWith('R'))

test.each(SLOW)('the same bytes, wherever it is read: %s', async (path) => {
  const [here, there] = await Promise.all([read(inside, path), read(beside, path)])
  expect(there.status).toBe(200)
  const [expected, got] = [await here.text(), await there.text()]
  // Each knows its own address.
  expect(got.replaceAll(beside.url, '') === expected.replaceAll(inside.url, '')).toBe(true)
})

test('nobody waits for long reads, nor for a batch of them', async () => {
  const batch = {
    requests: SLOW.slice(0, 5).map((url, id) => ({ id: String(id), method: 'GET', url })),
  }
  const readBatch = async (): Promise<void> => {
    const reply = await fetch(`${beside.url}/odata/v4/SagaFilm/$batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
    })
    const { responses } = (await reply.json()) as { responses: { status: number }[] }
    expect(responses.map(({ status }) => status)).toEqual(SLOW.slice(0, 5).map(() => 200))
  }
  const wait = await longestWait(() =>
    Promise.all([readBatch(), ...[1, 3, 5].map((index) => read(beside, `${SLOW[index]!}&$skip=1`))]),
  )
  expect(wait).toBeLessThan(500)
})

test('a read ends with the time limit, also inside the database', async () => {
  const started = performance.now()
  const reply = await read(beside, ENDLESS)
  expect(performance.now() - started).toBeGreaterThan(TIMEOUT_MS - 100)
  expect(reply.status).toBe(503)
  expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(await reply.json()).toMatchObject({ error: { code: 'DATABASE_UNAVAILABLE' } })
  await setTimeout(500)
  expect(busy()).toEqual([])
})

test('nothing is read for a client that has gone', async () => {
  const gone = new AbortController()
  const reply = read(beside, ENDLESS, gone.signal).catch(() => 'gone')
  await setTimeout(1_000)
  expect(busy()).toHaveLength(1)
  gone.abort()
  expect(await reply).toBe('gone')
  await setTimeout(500)
  expect(busy()).toEqual([])
})

test('more long reads than may wait are refused at once, and the others are answered', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, (_, top) => read(beside, `${SLOW[5]!}&$top=${top + 1}`)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  for (const reply of replies) if (reply.status === 503) expect(reply.headers.get('retry-after')).toMatch(/^\d+$/)
})

test('a read sees what was written before it, and a kept answer what was written while it was read', async () => {
  const path = `People?$search=unheard&$select=name`
  const names = async (): Promise<string[]> => {
    const { value } = (await (await read(beside, path)).json()) as { value: { name: string }[] }
    return value.map(({ name }) => name).sort()
  }
  await rename(PERSON, 'Unheard One')
  expect(await names()).toEqual(['Unheard One'])
  const other = PERSON.replace(/5$/, '6')
  // Of a shape that is not kept yet.
  const slow = read(beside, `${path}&$count=true`)
  await setTimeout(50)
  await rename(other, 'Unheard Two')
  await slow
  const again = (await (await read(beside, `${path}&$count=true`)).json()) as { '@odata.count': number }
  expect(again['@odata.count']).toBe(2)
  expect(await names()).toEqual(['Unheard One', 'Unheard Two'])
})

test('the end of the server ends what reads', async () => {
  const own = read(beside, ENDLESS).then(
    ({ status }) => status,
    () => 0,
  )
  await setTimeout(300)
  const readers = children()
  await beside.stop()
  await own
  expect(readers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
})
