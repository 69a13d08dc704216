import { correct } from '../../../../srv/platform/openapi/generate.ts'
import type { OpenApiDocument, Operation, PathItem } from '../../../../srv/platform/openapi/document.ts'

const operation = (): Operation => ({ responses: { 200: { description: 'Success' } } })

/** A document as the generator writes it, with the given paths. */
const documentWith = (paths: Record<string, PathItem>): OpenApiDocument => ({
  openapi: '3.0.2',
  info: { title: 'A title', description: 'A description', version: '1' },
  'x-sap-shortText': 'A text',
  servers: [{ url: '/' }],
  paths,
  components: { schemas: {} },
})

const pathsOf = (paths: Record<string, PathItem>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(correct(documentWith(paths)).paths).map(([path, item]) => [path, Object.keys(item)]),
  )

test('a boolean in a key loses its quotes, a string keeps them', () => {
  const paths = {
    "/Film(ID={ID},IsActiveEntity='{IsActiveEntity}')": { get: operation() },
    "/Data('{dummy}')": { get: operation() },
  }
  expect(Object.keys(pathsOf(paths))).toEqual(['/Film(ID={ID},IsActiveEntity={IsActiveEntity})', "/Data('{dummy}')"])
})

test('what the service refuses goes, and a path without anything left goes with it', () => {
  const paths = {
    '/Film2People': { get: operation(), post: operation() },
    '/Film2People({ID})/SagaFilm.draftPrepare': { post: operation() },
    '/People({ID})/films': { get: operation(), post: operation() },
    '/Film': { get: operation(), post: operation() },
  }
  expect(pathsOf(paths)).toEqual({ '/Film2People': ['get'], '/People({ID})/films': ['get'], '/Film': ['get', 'post'] })
})

test('an alias is the same operation with fewer parameters, where there is one', () => {
  const original = "/Entities_columns(up__name='{up__name}',name='{name}')/up_"
  const [owner, name] = ['up__name', 'name'].map((key) => ({ name: key, in: 'path' as const, required: true }))
  const { paths } = correct(documentWith({ [original]: { parameters: [owner!, name!], get: operation() } }))
  expect(paths["/Entities_columns('{up__name}')/up_"]).toEqual({ ...paths[original], parameters: [owner] })
  expect(pathsOf({ '/Film': { get: operation() } })).toEqual({ '/Film': ['get'] })
})

test('no order goes through a collection', () => {
  const orders = {
    type: 'array',
    items: { enum: ['title', 'title desc', 'DraftMessages/code', 'DraftMessages/code desc'] },
  }
  const get = { ...operation(), parameters: [{ name: '$orderby', in: 'query' as const, schema: orders }] }
  const { paths } = correct(documentWith({ '/Film': { get } }))
  expect(paths['/Film']!.get!.parameters).toMatchObject([{ schema: { items: { enum: ['title', 'title desc'] } } }])
})

test('everything else stays as the generator wrote it', () => {
  const document = documentWith({ '/Planet': { get: operation() } })
  const { components, ...before } = structuredClone(document)
  expect(correct(document)).toMatchObject({ ...before, components: { schemas: components.schemas } })
})
