import cds from '@sap/cds'
import fc from 'fast-check'
import { splitOrderBy } from '../../../srv/data/record-reads.ts'
import { type Answer, startApp } from '../../support/app.ts'

const app = startApp()
const { DELETE, INSERT } = cds.ql

type Body = Record<string, unknown> & { value: { dummy: string }[] }

const getUrl = (url: string) => app.GET<Body>(url)
const get = (path: string) => getUrl(`/odata/v4/-data${path}`)
const dummies = ({ data }: Answer<Body>) => data.value.map(({ dummy }) => dummy).join(' ')
const post = (dummy: string, ...cells: [string | null, string | null][]) =>
  app.POST('/odata/v4/-data/Data', { dummy, record: cells.map(([column, data]) => ({ column, data })) })

beforeAll(async () => {
  app.axios.defaults.validateStatus = () => true
  await post('a', ['y', '2'], ['a', '9'])
  await post('b', ['x', '3'])
  await post('c', ['y', '1'])
  await post('d')
  await post('e', [null, null], ['z', '8'])
})

describe('over HTTP', () => {
  test.each([
    ['record/column', 'd e b a c'],
    ['record/column asc', 'd e b a c'],
    ['record/column desc', 'a c b d e'],
    ['record/data', 'd e c a b'],
    ['record/data desc', 'b a c d e'],
    ['record/column,record/data', 'd e b c a'],
    ['record/column desc,record/data desc', 'a c b d e'],
    ['record/column,dummy desc', 'e d b c a'],
    ["contains(dummy,'a') desc,record/column desc,dummy", 'a c b d e'],
  ])('$orderby=%s gives %s', async (orderBy, expected) => {
    expect(dummies(await get(`/Data?$orderby=${orderBy}`))).toBe(expected)
    expect(dummies(await get(`/Data?%24orderby=${encodeURIComponent(orderBy)}`))).toBe(expected)
    expect(dummies(await get(`/Data?$orderby=${orderBy.replaceAll(' ', '+')}`))).toBe(expected)
  })

  test('it goes together with the other options', async () => {
    const { data } = await get(
      "/Data?$filter=dummy ne 'b'&$orderby=record/data desc&$skip=1&$top=2&$count=true&$select=dummy",
    )
    expect(data).toMatchObject({ '@odata.count': 4, value: [{ dummy: 'c' }, { dummy: 'd' }] })
    expect((await get('/Data/$count?$orderby=record/data')).data).toBe(5)
  })

  test('it follows a change of the record', async () => {
    await app.PATCH("/odata/v4/-data/Data('b')", { record: [{ column: 'zz', data: '0' }] })
    expect(dummies(await get('/Data?$orderby=record/column'))).toBe('d e a c b')
    await app.PUT("/odata/v4/-data/Data('b')/record", { value: [{ column: 'x', data: '3' }] })
    expect(dummies(await get('/Data?$orderby=record/column'))).toBe('d e b a c')
  })

  test.each([
    '/Data?$orderby=record/other',
    '/Data?$orderby=record/column up',
    '/Data?$orderby=record/column,',
    '/Data?$orderby=Record/column',
    '/Data?$orderby=record/column&$orderby=dummy',
    "/Data?$filter=record/column eq 'x'",
    '/Data?$select=record/column',
    '/Data?$apply=groupby((dummy))&$orderby=record/column',
    "/Data('a')?$orderby=record/column",
    "/Data('a')/record?$orderby=record/column",
    '/Entities?$orderby=record/column',
    '/Entities_columns?$orderby=record/data',
    "/Entities('SagaFilm.Film')/columns?$orderby=record/data",
    '/Entities?$expand=columns($orderby=record/data)',
  ])('%s is a 400', async (path) => {
    expect((await get(path)).status).toBe(400)
  })

  test('the next page keeps the order', async () => {
    const rows = Array.from({ length: 1100 }, (_, n) => ({
      dummy: `p${String(n).padStart(4, '0')}`,
      firstData: String(9999 - n),
    }))
    await INSERT.into('saga.Data').entries(rows)
    const first = await get("/Data?$filter=startswith(dummy,'p')&$orderby=record/data&$select=dummy")
    const second = await getUrl(first.data['@odata.nextLink'] as string)
    const seen = [...first.data.value, ...second.data.value].map(({ dummy }) => dummy)
    expect(seen).toEqual(rows.map(({ dummy }) => dummy).reverse())
    await DELETE.from('saga.Data').where({ dummy: { in: rows.map(({ dummy }) => dummy) } })
  })
})

describe('splitOrderBy', () => {
  const member = fc.constantFrom('column', 'data')
  const sort = fc.constantFrom('', ' asc', ' desc')
  const recordItem = fc.tuple(member, sort).map(([name, order]) => `record/${name}${order}`)
  const otherItem = fc.constantFrom(
    'dummy',
    'dummy desc',
    "contains(dummy,'a,(b')",
    "concat(dummy,concat('it''s',dummy)) asc",
    'record/other',
  )

  test('takes out exactly the items that name a cell, and keeps the rest in order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(recordItem, otherItem), { minLength: 1 }), (items) => {
        const { rest, recordOrders } = splitOrderBy(items.join(','))
        const restored = [...rest]
        for (const { position, companion, sort: order } of recordOrders)
          restored.splice(
            position,
            0,
            `record/${companion === 'firstColumn' ? 'column' : 'data'}${order === 'desc' ? ' desc' : ''}`,
          )
        expect(restored).toEqual(items.map((item) => (item.startsWith('record/') ? item.replace(' asc', '') : item)))
      }),
    )
  })

  test('loses no character of what it does not know', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { rest, recordOrders } = splitOrderBy(text)
        fc.pre(recordOrders.length === 0)
        expect(rest.join(',')).toBe(text)
      }),
    )
  })
})
