/**
 * Whatever is asked: a kept translation is what CAP would make of the query now, on SQLite and on PostgreSQL.
 * @long: compares hundreds of requests.
 */
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'
import { fuzz } from '../../../support/fuzz.ts'
import { send } from '../../../support/odata.ts'

jest.setTimeout(120_000)

const REQUESTS = 1_500
const FILM = '/odata/v4/SagaFilm'
const GERMAN = { 'accept-language': 'de' }

interface Translation {
  readonly sql: string
  readonly values: unknown
}
type Translate = (this: unknown, query: object, data?: object) => Translation

interface Service {
  readonly context: unknown
  readonly class: { readonly prototype: { cqn2sql: Translate } }
  cqn2sql: Translate
}

const app = startApp()
const differences: string[] = []
let count = { kept: 0, all: 0 }

/** CAP counts the subqueries of a query on when it translates it again. */
const told = ({ sql, values }: Translation): string =>
  JSON.stringify([sql.replace(/__select__\d+/g, '__select__'), values])

/** Has each translation made twice, and anew. */
const watch = (service: Service): Translate => {
  const { cqn2sql } = service
  const anew = service.class.prototype.cqn2sql
  return function (query, data) {
    const first = cqn2sql.call(this, query, data)
    const again = cqn2sql.call(this, query, data)
    const expected = told(anew.call(this, query, data))
    count.all++
    if (again.constructor === Object) count.kept++
    for (const each of [told(first), told(again)])
      if (each !== expected) differences.push(`${each} instead of ${expected}`)
    return first
  }
}

beforeAll(async () => {
  const postgres = (await cds.connect.to('plans', { kind: 'postgres', credentials: {} } as never)) as unknown as Service
  Object.assign(postgres, { model: cds.db.model })
  const sqlite = cds.db as unknown as Service
  const [onPostgres, onSqlite] = [watch(postgres), watch(sqlite)]
  Object.assign(sqlite, {
    cqn2sql(this: Service, query: object, data?: object) {
      const transaction = Object.assign(Object.create(postgres) as object, { context: this.context, collationMap: {} })
      onPostgres.call(transaction, query, data)
      return onSqlite.call(this, query, data)
    },
  })
})
beforeEach(() => {
  differences.length = 0
  count = { kept: 0, all: 0 }
})

const expectTheSame = (): void => {
  expect(differences.slice(0, 3)).toEqual([])
  expect(count.kept).toBeGreaterThan(count.all / 2)
}

test(`${REQUESTS} requests at random`, async () => {
  await fuzz(app.url, 1977, REQUESTS)
  expectTheSame()
})

test('reads by different keys, texts, times and languages', async () => {
  for (const headers of [{}, GERMAN])
    for (const filter of [
      ...[
        "name eq 'Tatooine'",
        "name eq '2020-01-01T00:00:00Z'",
        "name eq ''",
        "contains(name,'oo')",
        "contains(name,'%_')",
      ],
      ...["startswith(name,'T') or name eq 'x'", "tolower(name) eq 'hoth'", "concat(name,'2026-01-01') eq name"],
      ...['modifiedAt gt 2020-01-01T00:00:00Z', 'modifiedAt gt 2021-01-01T00:00:00.123Z', 'population gt 12'],
      ...["residents/any(r:r/name eq 'Luke Skywalker')", "residents/all(r:contains(r/name,'a'))", 'name eq null'],
    ])
      for (const more of [
        '',
        '&$count=true',
        "&$expand=residents($filter=name gt 'M')",
        '&$search=tat',
        '&$search=ho OR "x y"',
      ])
        // prettier-ignore
        await send(app, 'GET', `${FILM}/Planet?$filter=${encodeURIComponent(filter)}&$orderby=name${more}`, { headers })
  expectTheSame()
})

test('parameters that come beside a query', async () => {
  const name = [{ ref: ['name'] }, '=', { ref: ['?'], param: true }]
  const query = () => (cds.ql as unknown as (cqn: object) => object)({ SELECT: { from: { ref: ['saga.Planet'] }, where: name } }) // prettier-ignore
  for (const planet of ['Tatooine', 'Hoth']) {
    const rows = (await cds.run(query() as never, [planet])) as { name: string }[]
    expect(rows.map((row) => row.name)).toEqual([planet])
  }
  expect(differences).toEqual([])
})

test('changes and drafts', async () => {
  for (const name of ['One', 'Two', "It's", '2026-01-01', '']) {
    const { body } = await send(app, 'POST', `${FILM}/Planet`, { body: { name: name || 'x', climate: name } })
    const planet = `${FILM}/Planet(${String(body.ID)})`
    for (const change of [{ climate: name }, { name: `${name}!`, diameter: 5 }, { gravity: null }])
      await send(app, 'PATCH', planet, { body: change })
    expect((await send(app, 'DELETE', planet)).status).toBe(204)
    const film = await send(app, 'POST', `${FILM}/Film`, { body: { title: name } })
    const key = (isActive: boolean) => `${FILM}/Film(ID=${String(film.body.ID)},IsActiveEntity=${String(isActive)})`
    await send(app, 'PATCH', key(false), { body: { title: `Title ${name}`, release_date: '1977-05-25' } })
    await send(app, 'POST', `${key(false)}/SagaFilm.draftActivate`, { body: {} })
    expect((await send(app, 'GET', key(true))).status).toBe(200)
    expect((await send(app, 'DELETE', key(true))).status).toBe(204)
  }
  expectTheSame()
})
