import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'

const { GET, axios } = startApp()
axios.defaults.validateStatus = () => true

const SERVICES = ['SagaFilm', 'SagaEpisode', 'DataService']
const alice = { auth: { username: 'alice', password: 'alice' } }

const statusOf = async (path: string, as = {}): Promise<number> => (await GET(path, as)).status

/** Restricts services as the model would; the server reads the model at each request. */
const restrict = (services: string[], restriction: object): void => {
  for (const name of services) Object.assign(cds.model!.definitions[name]!, restriction)
}

const originals = new Map<string, object>()

beforeAll(() => {
  for (const name of SERVICES) {
    const { '@requires': requires, '@restrict': rules } = cds.model!.definitions[name] as unknown as Record<
      string,
      unknown
    >
    originals.set(name, { '@requires': requires, '@restrict': rules })
  }
})

afterEach(() => {
  for (const [name, original] of originals) restrict([name], original)
})

test('serves whoever may use the service', async () => {
  restrict(SERVICES, { '@requires': 'authenticated-user' })
  expect(await statusOf('/openapi/SagaFilm.json', alice)).toBe(200)
  restrict(SERVICES, { '@requires': undefined, '@restrict': [{ to: ['nobody', 'any'] }] })
  expect(await statusOf('/openapi/SagaFilm.json')).toBe(200)
})

test('asks anonymous callers for a login where the service does', async () => {
  restrict(['SagaFilm'], { '@requires': 'authenticated-user' })
  expect(await statusOf('/openapi/SagaFilm.json')).toBe(401)
  expect(await statusOf('/openapi/SagaEpisode.json')).toBe(200)
})

test('refuses callers without any of the roles', async () => {
  restrict(['SagaFilm'], { '@requires': undefined, '@restrict': [{ to: 'nobody' }, { to: ['no', 'one'] }] })
  expect(await statusOf('/openapi/SagaFilm.json', alice)).toBe(403)
})

test('shows the page to whoever may use one service, and to nobody else', async () => {
  restrict(['SagaFilm', 'SagaEpisode'], { '@requires': 'nobody' })
  expect(await statusOf('/openapi/')).toBe(200)
  restrict(SERVICES, { '@requires': 'nobody' })
  expect(await statusOf('/openapi/')).toBe(401)
  expect(await statusOf('/openapi/swagger-ui/swagger-ui.css', alice)).toBe(403)
})
