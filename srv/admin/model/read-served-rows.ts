import type { RowAction, ServedColumn, ServedRows } from '../core/model.ts'
import {
  type Definition,
  type Definitions,
  type Element,
  isOwnTable,
  type Select,
  tableOf,
  truthy,
} from './definition.ts'

/**
 * What an entity of a service lets be done with the rows of its table; undefined where it shows others, or only some of them,
 * and where its rows are changed with those that they are part of.
 */
export const readServedRows = (name: string, definitions: Definitions): ServedRows | undefined => {
  const definition = definitions[name]
  if (!definition || truthy(definition['@cds.autoexposed']) || truthy(definition['@odata.singleton'])) return undefined
  const traced = trace(name, definitions)
  const table = traced && tableOf(traced.base, definitions[traced.base] ?? definition)
  if (!traced || !table) return undefined
  const columns = [...traced.columns].map(([element, column]) =>
    served(column, element, definition.elements?.[element] ?? {}, definitions),
  )
  const keys = Object.entries(definition.elements ?? {}).filter(
    ([element, { key, target, virtual }]) => key && target === undefined && !virtual && element !== ACTIVE,
  )
  const isAddressable = keys.length > 0 && keys.every(([element]) => traced.columns.has(element))
  const isDraftEnabled = definition.elements?.[ACTIVE] !== undefined
  return { table, actions: isAddressable ? actionsOf(definition) : [], isDraftEnabled, columns }
}

/** Of entities with drafts: which of the rows of a key is meant. */
const ACTIVE = 'IsActiveEntity'

const CAPABILITIES = {
  insert: '@Capabilities.InsertRestrictions.Insertable',
  update: '@Capabilities.UpdateRestrictions.Updatable',
  delete: '@Capabilities.DeleteRestrictions.Deletable',
} as const satisfies Record<RowAction, string>

/** @see `@sap/cds/libx/_runtime/common/generic/auth` */
const actionsOf = (definition: Definition): RowAction[] =>
  (['insert', 'update', 'delete'] as const).filter(
    (action) =>
      !truthy(definition['@readonly']) &&
      (action === 'insert' || !truthy(definition['@insertonly'])) &&
      definition[CAPABILITIES[action]] !== false,
  )

/** By the names of elements, the columns of the table at the end of plain projections. */
const trace = (
  name: string,
  definitions: Definitions,
): { base: string; columns: ReadonlyMap<string, string> } | undefined => {
  const definition = definitions[name]
  const own = Object.entries(definition?.elements ?? {})
    .filter(([, { target, virtual }]) => target === undefined && !virtual)
    .map(([element]) => element)
  const select = definition?.projection ?? definition?.query?.SELECT
  if (definition && ((!select && !definition.query) || isOwnTable(definition)))
    return { base: name, columns: new Map(own.map((element) => [element, element])) }
  const source = select && sourceOf(select)
  const below = source === undefined || source === name ? undefined : trace(source, definitions)
  if (!select || source === undefined || !below) return undefined
  const elements = definitions[source]?.elements ?? {}
  const columns = own.flatMap((element): [string, string][] => {
    const shown = sourceElement(select, element, elements)
    const column = shown === undefined ? undefined : below.columns.get(shown)
    return column === undefined ? [] : [[element, column]]
  })
  return { base: below.base, columns: new Map(columns) }
}

/** The one entity that is selected from as a whole. */
const sourceOf = ({ from, where, groupBy }: Select): string | undefined => {
  const [source, ...path] = from?.ref ?? []
  const isWhole = path.length === 0 && where === undefined && groupBy === undefined
  return isWhole && typeof source === 'string' ? source : undefined
}

/** An association or a structure that has another name gives it to its columns, which are elements of their own. */
const sourceElement = (
  { columns = ['*'] }: Select,
  name: string,
  elements: Readonly<Record<string, Element>>,
): string | undefined => {
  for (const column of columns) {
    if (column === '*') continue
    const alias = column.as ?? nameOf(column.ref?.at(-1))
    if (alias !== name && !(name.startsWith(`${alias}_`) && column.ref)) continue
    if (!column.ref) return undefined
    const shown = `${column.ref.join('_')}${name.slice(alias.length)}`
    const isBeyond = column.ref.length > 1 && elements[nameOf(column.ref[0])]?.target !== undefined
    if (elements[shown] && !isBeyond) return shown
    if (alias === name) return undefined
  }
  return columns.includes('*') && elements[name] ? name : undefined
}

/** Steps with arguments or filters lead elsewhere. */
const nameOf = (step: unknown): string => (typeof step === 'string' ? step : '')

const served = (column: string, element: string, definition: Element, definitions: Definitions): ServedColumn => {
  const { isJson, type } = typeOf(definition, definitions)
  const isKey = definition.key === true
  return {
    ...{ column, element, type: isJson ? 'json' : type, isKey },
    isGiven: isKey ? 'never' : givenOf(definition),
    isStamp: type === 'cds.UUID' && truthy(definition['@odata.etag']),
  }
}

/** @see `_is_readonly` and `_is_immutable` in `@sap/cds/lib/req/validate.js` */
const givenOf = (element: Element): ServedColumn['isGiven'] => {
  const control = element['@Common.FieldControl'] as { readonly '#'?: string } | undefined
  if (GIVEN.some((annotation) => truthy(element[annotation])) || control?.['#'] === 'ReadOnly') return 'always'
  return truthy(element['@Core.Immutable']) || truthy(element['@insertonly']) ? 'on update' : 'never'
}

const GIVEN = ['@readonly', '@cds.on.insert', '@cds.on.update', '@Core.Computed'] as const

interface Typed {
  readonly type?: unknown
  readonly items?: object
  readonly elements?: object
}

const typeOf = (element: Element, definitions: Definitions): { isJson: boolean; type: string } => {
  const seen = new Set<string>()
  let typed: Typed = element
  while (!typed.items && !typed.elements && typeof typed.type === 'string' && !typed.type.startsWith('cds.')) {
    if (seen.has(typed.type)) break
    seen.add(typed.type)
    typed = definitions[typed.type] ?? {}
  }
  const type = typeof typed.type === 'string' ? typed.type : 'cds.String'
  return { isJson: Boolean(typed.items ?? typed.elements) || type === 'cds.Map', type }
}
