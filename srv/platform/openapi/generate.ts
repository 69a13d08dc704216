import { createRequire } from 'node:module'
import { join } from 'node:path'
import cds from '@sap/cds'
import { correct } from './correct.ts'
import type { OpenApiDocument } from './document.ts'
import type { DocumentedService } from './services.ts'

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
