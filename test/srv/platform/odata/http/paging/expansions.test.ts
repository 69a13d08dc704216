import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { sendJsonBatch, ways } from '../../../../../support/odata.ts'

const app = borrowApp()

const FILMS_OF_FILMS = 'characters($expand=people($expand=films($expand=film)))'

const LINKS = ['characters', 'planets', 'starships', 'vehicles', 'species']

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  const expand = (options: string) => ask('GET', `Film?$expand=${options}`)

  test.each([
    ['characters($expand=people($expand=homeworld))'],
    ['characters($expand=people),planets($expand=planet),starships($expand=starship),vehicles,species'],
    [FILMS_OF_FILMS],
    ['*'],
  ])('$expand=%s is answered', async (options) => {
    expect((await expand(options)).status).toBe(200)
  })

  test.each([
    ['characters($expand=film($expand=characters($expand=film($expand=characters($expand=film)))))'],
    [LINKS.map((link) => `${link}($expand=film($expand=*))`).join(',') + ',DraftAdministrativeData'],
    ['characters($expand=film($expand=characters($expand=film($expand=characters))))'],
    [FILMS_OF_FILMS.replace('film)', 'film($expand=characters))')],
  ])('$expand=%s is refused', async (options) => {
    const { status, body } = await expand(options)
    expect([status, body.error.code]).toEqual([400, 'EXPAND_TOO_LARGE'])
  })

  test('fewer records may be expanded further', async () => {
    const options = 'characters($top=2;$expand=people($expand=films($top=2;$expand=film($expand=characters($top=2)))))'
    expect((await ask('GET', `Film?$top=1&$expand=${options}`)).status).toBe(200)
  })

  test('the answer to a write is not expanded further than a read', async () => {
    const options = FILMS_OF_FILMS.replace('film)', 'film($expand=characters))')
    const { status, body } = await ask('POST', `Film?$expand=${options}`, { body: {} })
    expect([status, body.error.code]).toEqual([400, 'EXPAND_TOO_LARGE'])
  })
})

test('the requests of a batch share what may be expanded', async () => {
  const part = (id: number) => ({ id: String(id), method: 'GET', url: `Film?$expand=${FILMS_OF_FILMS}` })
  const { body } = await sendJsonBatch(
    app,
    'SagaFilm',
    Array.from({ length: 10 }, (_, id) => part(id)),
  )
  const statuses = (body.responses as { status: number }[]).map(({ status }) => status)
  expect(statuses[0]).toBe(200)
  expect(statuses.at(-1)).toBe(400)
})
