import type { Model, ModelAssertion, ModelAssociation, ModelEntity, ModelService } from '../core/model.ts'

/** An element of a CDS definition, as far as it is read here. */
interface Element {
  readonly type?: string
  readonly key?: boolean
  readonly virtual?: boolean
  readonly notNull?: boolean
  readonly length?: number
  readonly enum?: Readonly<Record<string, { readonly val?: string | number | boolean }>>
  readonly keys?: readonly { readonly ref: readonly string[] }[]
  readonly target?: string
  readonly [annotation: `@${string}`]: unknown
}

/** A definition of a CDS model, as far as it is read here. */
export interface Definition {
  readonly kind: string
  readonly elements?: Readonly<Record<string, Element>>
  readonly query?: {
    readonly SELECT?: Select
    readonly SET?: { readonly args: readonly { readonly SELECT?: Select }[] }
  }
  readonly projection?: { readonly from?: From }
  readonly [annotation: `@${string}`]: unknown
}
interface Select {
  readonly from?: From
}
interface From {
  readonly ref?: readonly (string | { readonly id: string })[]
  readonly args?: readonly From[]
}

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
 */
export const readModel = (
  definitions: Readonly<Record<string, Definition>>,
  served: readonly ServedService[],
): Model => {
  const names = Object.keys(definitions).filter((name) => definitions[name]?.kind === 'service')
  const serviceOf = (entity: string): string | null => names.find((name) => entity.startsWith(`${name}.`)) ?? null
  const entities = Object.entries(definitions)
    .filter(([name, { kind, elements }]) => kind === 'entity' && elements && !name.endsWith('.drafts'))
    .map(([name, definition]) => readEntity(name, definition, definitions, serviceOf(name)))
  const services = served.flatMap(({ name, endpoints }): ModelService[] =>
    endpoints?.[0] ? [{ name, path: endpoints[0].path, protocols: endpoints.map(({ kind }) => kind) }] : [],
  )
  return { entities, services }
}

const readEntity = (
  name: string,
  definition: Definition,
  definitions: Readonly<Record<string, Definition>>,
  service: string | null,
): ModelEntity => {
  const elements = Object.entries(definition.elements ?? {}).filter(
    ([element, { virtual }]) => !virtual && !DRAFT_ELEMENTS.has(element),
  )
  const columns = elements.filter(([, { target }]) => target === undefined)
  const having = (annotation: `@${string}`): string[] =>
    columns.filter(([, element]) => truthy(element[annotation])).map(([column]) => column)
  return {
    name,
    table: tableOf(name, definition),
    keys: columns.filter(([, { key }]) => key).map(([column]) => column),
    managedColumns: [...new Set([...having('@cds.on.insert'), ...having('@cds.on.update')])],
    sensitiveColumns: having('@PersonalData.IsPotentiallySensitive'),
    associations: elements.flatMap(([element, association]) => readAssociation(element, association, definitions)),
    assertions: [...columns.flatMap(([column, element]) => readAssertions(column, element)), ...readUnique(definition)],
    sources: readSources(definition),
    service,
  }
}

const tableOf = (name: string, definition: Definition): string | null => {
  const skip = definition['@cds.persistence.skip']
  // Code lists of `@sap/cds/common` have this: whatever refers to one has it deployed.
  if (truthy(skip) && skip !== 'if-unused') return null
  const given = definition['@cds.persistence.name']
  return typeof given === 'string' ? given : name.replaceAll('.', '_')
}

/** Only managed to-one associations have columns of their own. */
const readAssociation = (
  name: string,
  { target, keys }: Element,
  definitions: Readonly<Record<string, Definition>>,
): ModelAssociation[] => {
  const definition = target === undefined ? undefined : definitions[target]
  const targetTable = target === undefined || !definition ? null : tableOf(target, definition)
  if (!keys?.length || targetTable === null) return []
  const targetColumns = keys.map(({ ref }) => ref.join('_'))
  return [{ name, columns: targetColumns.map((column) => `${name}_${column}`), targetTable, targetColumns }]
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
  const keys = elements?.[name]?.keys
  return keys ? keys.map(({ ref }) => `${name}_${ref.join('_')}`) : [name]
}

const readSources = ({ query, projection }: Definition): string[] => {
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

const truthy = (annotation: unknown): boolean => annotation !== undefined && annotation !== null && annotation !== false
