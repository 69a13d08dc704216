import type { Model, ModelAssertion, ModelEntity, ModelService } from '../core/model.ts'
import {
  type Definition,
  type Definitions,
  type Element,
  foreignKeyColumns,
  type From,
  isOwnTable,
  tableOf,
  truthy,
} from './definition.ts'
import { readAssociations } from './read-associations.ts'
import { readServedRows } from './read-served-rows.ts'

export type { Definition } from './definition.ts'

export interface ServedService {
  readonly name: string
  readonly endpoints?: readonly { readonly kind: string; readonly path: string }[]
}

const DRAFT_ELEMENTS = new Set([
  'IsActiveEntity',
  'HasActiveEntity',
  'HasDraftEntity',
  'DraftAdministrativeData',
  'SiblingEntity',
  'DraftMessages',
])

/**
 * What the operations use of a CDS model, as plain data: its entities with keys, associations and assertions by the
 * names of the deployed tables and columns.
 *
 * @param definitions of the model as deployed; inferred elements included.
 * @param ofPlugins names of definitions that are not the application's.
 */
export const readModel = (
  definitions: Definitions,
  served: readonly ServedService[],
  ofPlugins: ReadonlySet<string> = new Set(),
): Model => {
  const names = Object.keys(definitions).filter((name) => definitions[name]?.kind === 'service')
  const serviceOf = (entity: string): string | null => names.find((name) => entity.startsWith(`${name}.`)) ?? null
  const entities = Object.entries(definitions)
    .filter(([name, { kind, elements }]) => kind === 'entity' && elements && !name.endsWith('.drafts'))
    .map(([name, definition]) => ({
      ...readEntity(name, definition, definitions, serviceOf(name)),
      isTechnical: isTechnical(name, definitions, ofPlugins),
      ...(isHidden(name, definitions) && { isHidden: true }),
    }))
  const services = served.flatMap(({ name, endpoints }): ModelService[] =>
    endpoints?.[0] ? [{ name, path: endpoints[0].path, protocols: endpoints.map(({ kind }) => kind) }] : [],
  )
  return { entities, services }
}

const readEntity = (
  name: string,
  definition: Definition,
  definitions: Definitions,
  service: string | null,
): ModelEntity => {
  const elements = Object.entries(definition.elements ?? {}).filter(
    ([element, { virtual }]) => !virtual && !DRAFT_ELEMENTS.has(element),
  )
  const columns = elements.filter(([, { target }]) => target === undefined)
  const having = (annotation: `@${string}`): string[] =>
    columns.filter(([, element]) => truthy(element[annotation])).map(([column]) => column)
  const isWhole = isHidden(name, definitions)
  const hiddenColumns = [
    ...(isWhole ? columns.map(([column]) => column) : having(HIDDEN)),
    ...elements.flatMap(([association, { keys, [HIDDEN]: own }]) =>
      keys && (isWhole || truthy(own)) ? foreignKeyColumns(association, keys) : [],
    ),
  ]
  const rows = service === null ? undefined : readServedRows(name, definitions)
  return {
    name,
    table: tableOf(name, definition),
    keys: columns.filter(([, { key }]) => key).map(([column]) => column),
    managedColumns: [...new Set([...having('@cds.on.insert'), ...having('@cds.on.update')])],
    sensitiveColumns: [...new Set([...having('@PersonalData.IsPotentiallySensitive'), ...hiddenColumns])],
    ...(hiddenColumns.length > 0 && { hiddenColumns: [...new Set(hiddenColumns)] }),
    associations: readAssociations(name, definitions),
    assertions: [...columns.flatMap(([column, element]) => readAssertions(column, element)), ...readUnique(definition)],
    sources: readSources(definition),
    service,
    ...(rows && { rows }),
  }
}

/** By what an application hides entities, and elements of others, from the API. */
const HIDDEN = '@dba.hidden'

/** With its texts, and with all that selects from it, whatever that says itself. */
const isHidden = (name: string, definitions: Definitions): boolean => {
  const definition = definitions[name]
  if (!definition) return false
  if (truthy(definition[HIDDEN])) return true
  if (name.endsWith('.texts') && isHidden(name.slice(0, -'.texts'.length), definitions)) return true
  return readSources(definition).some((source) => isHidden(source, definitions))
}

/** What CAP adds by itself for drafts and texts, what plugins bring, and what shows that in a service unasked. */
const isTechnical = (name: string, definitions: Definitions, ofPlugins: ReadonlySet<string>): boolean => {
  const definition = definitions[name]
  if (ofPlugins.has(name) || name.split('.').at(-1) === 'DraftAdministrativeData') return true
  if (name.endsWith('.texts') && definitions[name.slice(0, -'.texts'.length)]?.kind === 'entity') return true
  if (!definition || !truthy(definition['@cds.autoexposed'])) return false
  return readSources(definition).some((source) => isTechnical(source, definitions, ofPlugins))
}

const readAssertions = (column: string, element: Element): ModelAssertion[] => {
  const assertions: ModelAssertion[] = []
  if (truthy(element['@mandatory']) || (element.notNull && !element.key)) assertions.push({ rule: 'required', column })
  const format = element['@assert.format']
  if (typeof format === 'string') assertions.push({ rule: 'pattern', column, regex: format })
  const range = element['@assert.range']
  if (Array.isArray(range)) {
    const [min, max] = range.map((bound: unknown) => (isValue(bound) ? bound : undefined))
    assertions.push({ rule: 'range', column, ...(min !== undefined && { min }), ...(max !== undefined && { max }) })
  } else if (range === true && element.enum) {
    const values = Object.entries(element.enum).map(([symbol, { val }]) => val ?? symbol)
    assertions.push({ rule: 'in', column, values })
  }
  if (element.type === 'cds.String' && element.length !== undefined)
    assertions.push({ rule: 'length', column, max: element.length })
  return assertions
}

const UNIQUE = '@assert.unique.'

const readUnique = (definition: Definition): ModelAssertion[] =>
  Object.entries(definition)
    .filter(([annotation]) => annotation.startsWith(UNIQUE))
    .map(([, list]) => ({
      rule: 'unique',
      columns: (list as { '=': string }[]).flatMap((item) => columnsOf(item['='], definition)),
    }))

/** An association in a list of unique elements stands for its columns. */
const columnsOf = (name: string, { elements }: Definition): string[] => {
  const column = name.replaceAll('.', '_')
  const keys = elements?.[column]?.keys
  return keys ? foreignKeyColumns(column, keys) : [column]
}

const readSources = (definition: Definition): string[] => {
  if (isOwnTable(definition)) return []
  const { query, projection } = definition
  const selects = query?.SET?.args ?? [query ?? {}]
  const froms = [projection?.from, ...selects.map(({ SELECT }) => SELECT?.from)]
  return [...new Set(froms.flatMap((from) => (from ? namesOf(from) : [])))]
}

const namesOf = ({ ref, args }: From): string[] => {
  const [first] = ref ?? []
  if (first !== undefined) return [typeof first === 'string' ? first : first.id]
  return (args ?? []).flatMap(namesOf)
}

const isValue = (bound: unknown): bound is string | number => typeof bound === 'string' || typeof bound === 'number'
