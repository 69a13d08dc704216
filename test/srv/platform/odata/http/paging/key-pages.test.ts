import { keyOf, ROOT, startTypeServers, type TypeServers } from '../../../../../support/type-rows.ts'

let servers: TypeServers

/** Two servers take long to start where much else runs. */
const PATIENCE_MS = 240_000

beforeAll(async () => {
  servers = await startTypeServers()
}, PATIENCE_MS)

afterAll(() => servers.stop())

const headers = { prefer: 'maxpagesize=2' }
const ROUNDS = 20

interface Page {
  readonly keys: string[]
  readonly count: unknown
  readonly next?: string
}

/** A page that both servers give alike. */
const pageAt = async (path: string): Promise<Page> => {
  const [sqlite, postgres] = (await servers.both('GET', path, { headers })).map(({ status, body }) => {
    expect([path, status]).toEqual([path, 200])
    const link = body['@odata.nextLink'] as string | undefined
    const next = link && decodeURIComponent(link.slice(link.indexOf(ROOT) + ROOT.length))
    const keys = body.value.map(({ ID }: { ID: unknown }) => String(ID))
    return { keys, count: body['@odata.count'], ...(next && { next }) }
  })
  expect(sqlite).toEqual(postgres)
  return sqlite as Page
}

const pagesOf = async (
  path: string,
  between: (page: number) => Promise<void> = async () => undefined,
): Promise<Page[]> => {
  const pages = [await pageAt(path)]
  for (let next = pages[0]?.next; next && pages.length < ROUNDS; next = pages.at(-1)?.next) {
    await between(pages.length)
    pages.push(await pageAt(next))
  }
  return pages
}

const keysOf = (pages: readonly Page[]): string[] => pages.flatMap(({ keys }) => keys)

test.each([
  '',
  '$orderby=ID desc',
  '$orderby=tiny',
  '$orderby=tiny desc,day',
  '$orderby=day desc,big desc,ID desc',
  '$orderby=big&$filter=whole ne 7',
  '$orderby=short&$top=5&$skip=1',
  '$orderby=day&$search=a',
  '$orderby=whole&$compute=length(text) as n',
  // These are counted from the beginning.
  '$orderby=instant,ID',
  '$orderby=decimal desc,ID',
  '$orderby=length(text),ID',
  '$orderby=state,ID desc',
  '$apply=filter(tiny ne 1)&$orderby=ID',
])('all pages together are the whole: %s', async (options) => {
  const path = `Things?${options}&$select=ID&$count=true`
  const [whole] = await servers.both('GET', path)
  const pages = await pagesOf(path)
  expect(keysOf(pages)).toEqual(whole.body.value.map(({ ID }: { ID: string }) => ID))
  expect(pages.map(({ count }) => count)).toEqual(pages.map(() => whole.body['@odata.count']))
})

test.each(['', '&$orderby=tiny', '&$orderby=day desc'])('rows that come and go move no others%s', async (order) => {
  const path = `Things?$select=ID${order}`
  const before = keysOf(await pagesOf(path))
  const extra = '00000000-0000-4000-8000-0000000000ff'
  const seen = keysOf(
    await pagesOf(path, async (page) => {
      // A row that was told already goes, and one comes in front of all.
      if (page === 1) await servers.both('DELETE', `Things(${before[0]!})`)
      if (page === 2) await servers.both('POST', 'Things', { body: { ID: extra } })
    }),
  )
  expect(seen.filter((key) => key !== extra)).toEqual(before)
  await servers.both('DELETE', `Things(${extra})`)
  await servers.both('POST', 'Things', { body: { ID: before[0] } })
})

test('of links to many, too', async () => {
  const path = `Things(${keyOf(2)})/parts?$orderby=price`
  expect(keysOf(await pagesOf(path))).toEqual(['3', '2'])
  const [, second] = await pagesOf(`Things?$expand=parts($select=ID)&$select=ID&$top=3`)
  expect(second?.keys).toHaveLength(1)
})

const marked = (mark: object): string => Buffer.from(JSON.stringify(mark)).toString('base64')

test.each([
  ['too few values', '$orderby=tiny', { after: [1] }],
  ['too many', '', { after: [keyOf(1), 2] }],
  ['values of another type', '', { after: ['x'] }],
  ['null for a key', '', { after: [null] }],
  ['an object', '', { after: [{ a: 1 }] }],
  ['more rows than are asked for', '$top=2', { after: [keyOf(1)], left: 2 }],
  ['rows that nobody asks for', '', { after: [keyOf(1)], left: 2 }],
  ['an order that needs another link', '$orderby=text', { after: ['a', keyOf(1)] }],
  ['a count that is none', '', { after: [keyOf(1)], count: -1 }],
])('a link with %s is none that was given', async (_, options, mark) => {
  for (const { status, body } of await servers.both('GET', `Things?${options}&$skiptoken=${marked(mark)}`))
    expect([status, body.error.code]).toEqual([400, 'INVALID_SKIPTOKEN'])
})

test('values that decide the order are told to nobody who does not ask for them', async () => {
  for (const { body } of await servers.both('GET', 'Things?$orderby=tiny&$select=text', { headers }))
    for (const row of body.value) expect(Object.keys(row).sort()).toEqual(['ID', 'text'])
})
