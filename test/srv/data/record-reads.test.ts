import type { Answer } from '../../support/app.ts'
import { borrowApp } from '../../support/borrowed-server.ts'

const app = borrowApp()

type Body = { value: { dummy: string }[] }

const get = (path: string) => app.GET<Body>(`/odata/v4/-data${path}`)
const dummies = ({ data }: Answer<Body>) => data.value.map(({ dummy }) => dummy)

beforeAll(async () => {
  app.axios.defaults.validateStatus = () => true
  const rows = [
    { dummy: 'a', record: [{ column: 'the needle column', data: 'x' }] },
    { dummy: 'b', record: [{ column: 'x', data: 'a "Needle" here' }, { data: null }] },
    { dummy: 'c', record: [{ column: 'x', data: 'y' }] },
    { dummy: 'd' },
  ]
  for (const row of rows) await app.POST('/odata/v4/-data/Data', row)
})

test.each([
  ["contains(record,'needle')", ['a']],
  ["contains(tolower(record),'needle')", ['a', 'b']],
  ["contains(tolower(record),tolower('NEEDLE')) and dummy ne 'a'", ['b']],
  [`contains(record,'"Needle"')`, ['b']],
  ["(contains(record,'x') or contains(dummy,'d'))", ['a', 'b', 'c', 'd']],
  ["not contains(record,'x')", ['d']],
  ["contains(record,'column')", ['a']],
  ["contains(record,'data')", []],
  ["contains(record,'null')", []],
])('$filter=%s looks into the texts of the cells, not into their JSON', async (filter, expected) => {
  expect(dummies(await get(`/Data?$filter=${encodeURIComponent(filter)}`))).toEqual(expected)
  expect((await get(`/Data/$count?$filter=${encodeURIComponent(filter)}`)).data).toBe(expected.length)
})

test.each([
  '$orderby=record',
  '$filter=record ne null',
  "$filter=not (record eq 'x')",
  "$filter=startswith(record,'[')",
  '$filter=length(record) gt 1',
  "$filter=contains('x',record)",
  "$filter=contains(concat(record,'x'),'x')",
  '$expand=record',
])('%s is a 400', async (option) => {
  expect((await get(`/Data?${option}`)).status).toBe(400)
})
