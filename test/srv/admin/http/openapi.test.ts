import { Type } from '@sinclair/typebox'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { ERRORS } from '../../../../srv/admin/core/errors.ts'
import { as, startApi } from '../../../support/admin-api.ts'
import { echo, operation, route } from '../../../support/operations.ts'

const heavy = operation({
  name: 'heavy',
  input: Type.Object({ table: Type.String({ description: 'Name of the table' }) }),
  output: Type.Object({ rowCount: Type.Integer() }),
  isHeavy: true,
  run: async () => ({ rowCount: 1 }),
})
const info = operation({
  name: 'info',
  input: Type.Object({}),
  output: Type.Object({ database: Type.String() }),
  run: async () => ({ database: 'd' }),
})

const api = startApi({
  routes: [route('GET', info, 'viewer', true), route('GET', echo, 'viewer'), route('POST', heavy, 'operator')],
})

interface Operation {
  readonly operationId: string
  readonly security?: unknown[]
  readonly parameters: { name: string; in: string; required: boolean }[]
  readonly requestBody?: { content: { 'application/json'?: { schema: object } } }
  readonly responses: Record<
    string,
    { $ref?: string; headers?: object; content?: { 'application/json'?: { schema: object } } }
  >
}
interface Document {
  readonly openapi: string
  readonly servers: { url: string }[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    schemas: Record<string, object>
    responses: Record<string, { description: string; headers: object }>
    headers: object
    securitySchemes: object
  }
}

const read = async (): Promise<Document> =>
  (await api.send({ path: '/api/v1/openapi.json' })).json as unknown as Document

test('the description needs no login and covers every path', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  expect(document.servers).toEqual([{ url: '/api/v1' }])
  const served = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  )
  expect(served.sort()).toEqual([
    'delete /files/{name}',
    'delete /operations/{id}',
    'delete /operations/{id}/file',
    'delete /session',
    'get /echo',
    'get /files',
    'get /files/{name}',
    'get /info',
    'get /me',
    'get /openapi.json',
    'get /operations',
    'get /operations/{id}',
    'get /operations/{id}/file',
    'get /session',
    'post /heavy',
    'post /session',
    'put /files/{name}',
  ])
  expect(document.paths['/openapi.json']?.['get']?.security).toEqual([])
  expect(Object.keys(document.components.securitySchemes)).toEqual(['basic', 'bearer'])
})

test('operation ids are unique', async () => {
  const ids = Object.values((await read()).paths).flatMap((item) => Object.values(item).map((each) => each.operationId))
  expect(new Set(ids).size).toBe(ids.length)
})

test('every error code is documented under its status', async () => {
  const { components, paths } = await read()
  for (const [code, [status]] of Object.entries(ERRORS))
    expect(components.responses[`Error${String(status)}`]?.description).toMatch(new RegExp(`\\b${code}\\b`))
  expect(Object.keys(paths['/heavy']?.['post']?.responses ?? {})).toEqual([
    '200',
    '400',
    '401',
    '403',
    '404',
    '429',
    '500',
  ])
})

test('parameters and bodies are described as they are checked', async () => {
  const { paths } = await read()
  const parameters = paths['/echo']?.['get']?.parameters ?? []
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'schema', in: 'query', required: true }))
  expect(parameters).toContainEqual(expect.objectContaining({ name: 'limit', in: 'query', required: false }))
  expect(paths['/files/{name}']?.['put']?.parameters).toContainEqual(
    expect.objectContaining({ name: 'overwrite', required: false }),
  )
  expect(paths['/heavy']?.['post']?.requestBody?.content['application/json']?.schema).toMatchObject({
    required: ['table'],
    additionalProperties: false,
    properties: { table: { type: 'string', description: 'Name of the table' }, timeout: { minimum: 1, maximum: 600 } },
  })
})

test('answers fit their description, errors too', async () => {
  const { paths, components } = await read()
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  const expectFits = (schema: object | undefined, value: unknown): void => {
    const validate = ajv.compile(schema ?? false)
    expect([validate(value), validate.errors]).toEqual([true, null])
  }
  const answered = (path: string) => paths[path]?.['get']?.responses['200']?.content?.['application/json']?.schema
  const get = async (path: string, user: string) => (await api.send({ path: `/api/v1${path}`, headers: as(user) })).json
  expectFits(answered('/info'), await get('/info', 'viewer'))
  expect(answered('/info')).not.toMatchObject({ properties: { success: {} } })
  await api.send({
    method: 'POST',
    path: '/api/v1/heavy',
    headers: { ...as('operator'), 'content-type': 'application/json' },
    body: '{"table":"t"}',
  })
  expectFits(answered('/operations'), await get('/operations', 'admin'))
  expectFits(answered('/files'), await get('/files', 'admin'))
  expectFits(answered('/me'), await get('/me', 'operator'))
  expectFits(components.schemas['Error400'], await get('/echo', 'viewer'))
  expectFits(components.schemas['Error404'], await get('/operations/x', 'viewer'))
  expectFits(components.schemas['Error403'], await get('/files', 'viewer'))
})

test('all references lead somewhere', async () => {
  const document = await read()
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of new Set(references)) {
    const target = reference.split('/').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document)
    expect([reference, typeof target]).toEqual([reference, 'object'])
  }
})
