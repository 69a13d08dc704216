import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { belowService, send, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()
const NAMES = ['a', 'b', 'c', 'd', 'e']

beforeAll(async () => {
  for (const name of NAMES) await send(app, 'POST', '/odata/v4/SagaFilm/Planet', { body: { name } })
})

describe.each(ways(app, 'SagaFilm'))('A preferred page size, %s', (_, ask) => {
  /** Follows the links to further pages, and gives the names on each. */
  const pages = async (path: string, prefer: string): Promise<string[][]> => {
    const { headers, body } = await ask('GET', path, { headers: { prefer } })
    expect(headers['preference-applied']).toBe(prefer)
    const names = body.value.map(({ name }: { name: string }) => name)
    const link: string | undefined = body['@odata.nextLink']
    return link ? [names, ...(await pages(belowService(link), prefer))] : [names]
  }

  test.each(['odata.maxpagesize=2', 'maxpagesize=2'])('%s divides a list into pages of that size', async (prefer) => {
    expect(await pages('Planet?$orderby=name&$select=name', prefer)).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  test('$top and $skip count over all pages, and so does $count', async () => {
    const path = 'Planet?$orderby=name&$top=3&$skip=1'
    expect(await pages(path, 'maxpagesize=2')).toEqual([['b', 'c'], ['d']])
    const { body } = await ask('GET', `${path}&$count=true`, { headers: { prefer: 'maxpagesize=2' } })
    expect(body['@count']).toBe(5)
  })

  test('the links repeat the format that was asked for', async () => {
    const path = 'Planet?$select=name&$format=application/json;odata.metadata=none'
    const { body } = await ask('GET', path, { headers: { prefer: 'maxpagesize=2' } })
    const next = await ask('GET', belowService(body['@odata.nextLink']))
    expect(Object.keys(next.body)).toEqual(['value'])
  })

  test.each(['maxpagesize=0', 'maxpagesize=-1', 'maxpagesize=x', 'maxpagesize'])(
    '%s is passed over',
    async (prefer) => {
      const { headers, body } = await ask('GET', 'Planet', { headers: { prefer } })
      expect([headers['preference-applied'], body.value.length]).toEqual([undefined, NAMES.length])
    },
  )

  test('one record and a count have no pages', async () => {
    const [{ ID }] = (await ask('GET', 'Planet?$top=1')).body.value
    for (const path of [`Planet(${ID})`, 'Planet/$count']) {
      const { status, headers } = await ask('GET', path, { headers: { prefer: 'maxpagesize=2' } })
      expect([status, headers['preference-applied']]).toEqual([200, undefined])
    }
  })
})
