import cds from '@sap/cds'
import { type Answer, startApp } from '../../support/app.ts'
import { as } from '../../support/users.ts'

const app = startApp()
const { INSERT } = cds.ql

interface Cell {
  column: string
  data: string | null
}
type Body = Record<string, unknown> & { value: { dummy: string; record: Cell[] }[]; error: Record<string, unknown> }

const get = (options: string, user = 'operator', path = '/Data') =>
  app.GET<Body>(`/odata/v4/-data${path}?${options}`, as(user))

const ids = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${String(n)}`)

beforeAll(async () => {
  app.axios.defaults.validateStatus = () => true
  await INSERT.into('saga.Film').entries(
    ids.map((ID, n) => ({
      ID,
      title: `Live ${String(n)}`,
      episode_id: 90 + n,
      release_date: '1999-05-19',
      director: null,
    })),
  )
  await INSERT.into('saga.Data').entries({ dummy: 'd', record: [{ column: 'a', data: 'b' }] })
})

const rowOf = ({ data }: Answer<Body>, dummy: string) => {
  const row = data.value.find((each) => each.dummy === dummy)
  return Object.fromEntries(row?.record.map((cell) => [cell.column, cell.data]) ?? [])
}

test('the rows of an entity come as records: every value a string, null stays null, the key as dummy', async () => {
  const answer = await get('entity=SagaFilm.Film')
  expect(answer.status).toBe(200)
  expect(rowOf(answer, ids[1]!)).toMatchObject({
    ID: ids[1],
    title: 'Live 1',
    episode_id: '91',
    release_date: '1999-05-19',
    director: null,
  })
  expect(rowOf(answer, ids[1]!)['createdAt'] ?? '1970-01-01T00:00:00.000Z').toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  const columns = answer.data.value[0]!.record.map(({ column }) => column)
  for (const none of ['characters', 'IsActiveEntity', 'DraftMessages']) expect(columns).not.toContain(none)
})

test('several keys make one dummy, unique among all rows; structured values come as JSON', async () => {
  const columns = await get('entity=DataService.Entities_columns')
  const dummies = columns.data.value.map(({ dummy }) => dummy)
  expect(dummies).toContain('up__name=SagaFilm.Film,name=ID')
  expect(new Set(dummies).size).toBe(dummies.length)
  const record = rowOf(await get('entity=DataService.Data'), 'd')['record']
  expect(JSON.parse(record!)).toEqual([{ column: 'a', data: 'b' }])
})

test('$count is the number of all rows, $top and $skip walk through them, $select leaves out', async () => {
  const all = await get('entity=SagaFilm.Film&$count=true')
  const count = all.data.value.length
  expect(all.data['@odata.count']).toBe(count)
  const page = await get('entity=SagaFilm.Film&$count=true&$top=2&$skip=1')
  expect(page.data['@odata.count']).toBe(count)
  expect(page.data.value).toEqual(all.data.value.slice(1, 3))
  expect((await get('entity=SagaFilm.Film&$top=1&$select=dummy')).data.value).toEqual([
    { dummy: all.data.value[0]!.dummy },
  ])
  expect((await get('entity=SagaFilm.Film', 'operator', '/Data/$count')).data).toBe(count)
  expect((await get('entity=SagaFilm.Film&$top=0')).data.value).toEqual([])
})

test('drafts are not among the rows', async () => {
  const before = (await get('entity=SagaFilm.Film&$count=true')).data['@odata.count']
  await app.POST('/odata/v4/SagaFilm/Film', { title: 'Only a draft' }, as('alice'))
  const after = await get('entity=SagaFilm.Film&$count=true')
  expect(after.data['@odata.count']).toBe(before)
  expect(JSON.stringify(after.data)).not.toContain('Only a draft')
})

test.each([
  'saga.Film',
  'saga.People',
  'cds.outbox.Messages',
  'DRAFT.DraftAdministrativeData',
  'SagaFilm.DraftAdministrativeData',
  'SagaFilm.Film.drafts',
  'SagaFilm.Nope',
  'sqlite_master',
  '__proto__',
  '',
  'SagaFilm.Film&entity=SagaFilm.People',
])('entity=%s is not served', async (name) => {
  expect(await get(`entity=${name}`)).toMatchObject({
    status: 404,
    data: { error: { code: 'ENTITY_NOT_FOUND', target: 'entity' } },
  })
})

test.each([
  "$filter=dummy eq 'x'",
  '$search=live',
  '$orderby=dummy',
  '$orderby=record/data',
  '$apply=groupby((dummy))',
])('%s together with entity is a 400', async (option) => {
  expect(await get(`entity=SagaFilm.Film&${option}`)).toMatchObject({
    status: 400,
    data: { error: { code: 'OPTION_NOT_SUPPORTED' } },
  })
})

test('only the role operator may read them', async () => {
  expect(await get('entity=SagaFilm.Film', 'bob')).toMatchObject({
    status: 403,
    data: { error: { code: 'FORBIDDEN' } },
  })
  const anonymous = await app.GET<Body>('/odata/v4/-data/Data?entity=SagaFilm.Film')
  expect(anonymous.status).toBe(401)
  expect((await get('entity=SagaFilm.Film', 'bob', '/Data/$count')).status).toBe(403)
})

test('in a batch each part has its own entity', async () => {
  const request = (id: string, url: string) => ({ id, method: 'GET', url })
  const { data } = await app.POST<{ responses: { body: { value: unknown[] } }[] }>(
    '/odata/v4/-data/$batch?entity=SagaFilm.Film',
    {
      requests: [
        request('1', "/Data?$filter=dummy eq 'd'&$select=dummy"),
        request('2', '/Data?entity=SagaFilm.Film&$top=1&$select=dummy'),
      ],
    },
    as('operator'),
  )
  expect(data.responses[0]!.body.value).toEqual([{ dummy: 'd' }])
  expect(data.responses[1]!.body.value).toHaveLength(1)
})
