import { createRequire } from 'node:module'
import { join } from 'node:path'
import cds from '@sap/cds'
import * as corrections from './corrections.ts'
import type {
  OpenApiDocument,
  Method,
  Operation,
  Parameter,
  PathItem,
  Reference,
  DocumentedService,
} from './document.ts'

type Paths = OpenApiDocument['paths']

const METHODS: readonly Method[] = ['get', 'post', 'patch', 'put', 'delete']

/** Makes a generated document say what the service does: applies the tables of `corrections.ts`, partly in place. */
export const correct = (document: OpenApiDocument): OpenApiDocument => {
  const { components } = document
  const generated = Object.entries(document.paths).map(([path, item]) => [unquoteBoolean(path), item] as const)
  const all = { ...Object.fromEntries(generated), ...aliases(Object.fromEntries(generated)) }
  const paths = Object.fromEntries(
    Object.entries(all)
      .map(([path, item]) => [path, withoutRefused(path, item)] as const)
      .filter(([, item]) => METHODS.some((method) => item[method])),
  )
  for (const [path, item] of Object.entries(paths)) {
    addParameters(path, item)
    addResponses(path, item)
    for (const method of METHODS) dropCollectionPaths(item[method])
  }
  for (const [name, schema] of Object.entries(components.schemas)) {
    if (corrections.DRAFT_CREATE_SCHEMAS.test(name)) allowDrafts(schema)
    schema.required = corrections.REQUIRED[name] ?? schema.required
  }
  addJsonBatch(paths['/$batch']?.post)
  components.securitySchemes = corrections.SECURITY_SCHEMES
  return { ...document, paths, security: corrections.SECURITY }
}

/** The generator writes the key IsActiveEntity as a string literal; OData's own form of a boolean has no quotes. */
const unquoteBoolean = (path: string): string => path.replace("'{IsActiveEntity}'", '{IsActiveEntity}')

const aliases = (paths: Paths): Paths => {
  const added: Paths = {}
  for (const { path, of, method, omit } of corrections.ALIASES) {
    const original = paths[of]
    const parameters = original?.parameters?.filter((parameter) => !isNamed(parameter, omit))
    if (original) added[path] = { parameters, [method]: original[method] }
  }
  return added
}

const withoutRefused = (path: string, item: PathItem): PathItem => {
  const refused = corrections.REFUSED.filter((refusal) => refusal.path.test(path)).flatMap(({ methods }) => methods)
  return Object.fromEntries(Object.entries(item).filter(([key]) => !refused.includes(key as Method)))
}

const addParameters = (path: string, item: PathItem): void => {
  for (const { path: pattern, method, parameter } of corrections.PARAMETERS) {
    const operation = item[method]
    if (operation && pattern.test(path)) operation.parameters = [...(operation.parameters ?? []), parameter]
  }
}

const addResponses = (path: string, item: PathItem): void => {
  for (const { path: pattern, method, status, description } of corrections.RESPONSES) {
    const operation = item[method]
    if (operation && pattern.test(path)) operation.responses[status] = { description }
  }
}

/** A path through a collection of messages orders nothing: OData knows no such $orderby, and the services refuse it. */
const dropCollectionPaths = (operation: Operation | undefined): void => {
  for (const parameter of operation?.parameters ?? []) {
    const items = isNamed(parameter, '$orderby') ? parameter.schema?.items : undefined
    if (items?.enum) items.enum = items.enum.filter((value) => !value.startsWith('DraftMessages/'))
  }
}

/** A new record is a draft unless it says otherwise, and a draft may lack anything. */
const allowDrafts = (schema: OpenApiDocument['components']['schemas'][string]): void => {
  delete schema.required
  const isActive = schema.properties?.['IsActiveEntity']
  if (isActive) isActive.default = false
}

const addJsonBatch = (batch: Operation | undefined): void => {
  const { request, response } = corrections.JSON_BATCH_CONTENT
  const ok = batch?.responses['200']
  if (batch?.requestBody) batch.requestBody.content['application/json'] = request
  if (ok && 'content' in ok && ok.content) ok.content['application/json'] = response
}

const isNamed = (parameter: Parameter | Reference, name: string): parameter is Parameter =>
  'name' in parameter && parameter.name === name

const require = createRequire(import.meta.url)

interface Model {
  definitions: Record<string, object>
}
type Compile = (model: Model, options: Record<string, string>) => OpenApiDocument

/**
 * Writes the OpenAPI document of one service from the running model.
 *
 * Takes about 0.1 s of one core for SagaFilm, and loads the generator when first called.
 */
export const generate = (service: DocumentedService): OpenApiDocument => {
  const { compile } = require('@cap-js/openapi') as { compile: Compile }
  const { version } = require(join(cds.root, 'package.json')) as { version: string }
  const document = compile(copyForGenerator(cds.model as Model, service.name), {
    service: service.name,
    'odata-version': '4.0',
    'openapi:url': `/odata/v4/${service.segment}`,
  })
  document.info = { title: service.title, description: service.description, version }
  document['x-sap-shortText'] = service.title
  return localize(correct(document))
}

/**
 * The generator writes a protocol into the service's definition: a copy keeps the running model as it is. Where keys may
 * be segments the generator would write all paths that way, and the published ones have them in parentheses.
 */
const copyForGenerator = (model: Model, service: string): Model => {
  const copy = shallowCopy(model)
  copy.definitions = shallowCopy(model.definitions)
  const definition = shallowCopy(model.definitions[service] ?? {})
  Object.assign(definition, { '@Capabilities.KeyAsSegmentSupported': undefined })
  copy.definitions[service] = definition
  return copy
}

/** A copy of the same class, which CAP needs to know a linked model again. */
const shallowCopy = <T extends object>(original: T): T =>
  Object.create(Object.getPrototypeOf(original) as object, Object.getOwnPropertyDescriptors(original)) as T

/** Texts come as `{i18n>key}`; the documents are in English, as everything else they say. */
const localize = (document: OpenApiDocument): OpenApiDocument =>
  JSON.parse(JSON.stringify(document), (_, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\{i18n>([^}]+)\}/g, (_, key: string) => cds.i18n.labels.at(key, 'en') ?? key)
      : value,
  ) as OpenApiDocument
