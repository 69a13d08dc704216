import type { ModelAssociation } from '../core/model.ts'
import {
  type Condition,
  type Definition,
  type Definitions,
  type Element,
  foreignKeyColumns,
  type Select,
  tableOf,
} from './definition.ts'

/** Pairs of columns, of the one and the other side, that are equal. */
type Pairs = readonly (readonly [own: string, target: string])[]

/**
 * What the rows of an entity refer to: its associations to one, managed or with a condition of its own, and the
 * entities whose compositions of many it is part of by such a condition, as texts are.
 */
export const readAssociations = (name: string, definitions: Definitions): ModelAssociation[] => {
  const elements = Object.entries(definitions[name]?.elements ?? {}).filter(([, { virtual }]) => !virtual)
  const own = elements.flatMap(([element, association]) => {
    const pairs = pairsOf(element, association, definitions[name])
    return pairs && association.target !== undefined ? toTable(element, association.target, pairs, definitions) : []
  })
  return [...own, ...readOwners(name, definitions)]
}

const pairsOf = (name: string, element: Element, definition: Definition | undefined): Pairs | undefined => {
  const { keys, on } = element
  if (keys?.length) {
    const columns = foreignKeyColumns(name, keys)
    return keys.map(({ ref }, index) => [columns[index] ?? '', ref.join('_')])
  }
  if (!on || isToMany(element)) return undefined
  const pairs = equalColumns(name, on, definition)
  // By its whole key, a row is extended by another that may or may not be there.
  const columns = new Set(pairs?.map(([own]) => own))
  const isExtended = pairs && keysOf(definition).every((key) => columns.has(key))
  return isExtended ? undefined : pairs
}

/** Entities that have this one in a composition of many, where its rows name their owner in no association. */
const readOwners = (name: string, definitions: Definitions): ModelAssociation[] =>
  Object.entries(definitions).flatMap(([owner, definition]) =>
    definition.kind === 'entity' && !owner.endsWith('.drafts')
      ? Object.entries(definition.elements ?? {}).flatMap(([element, composition]) => {
          if (composition.target !== name || composition.type !== 'cds.Composition') return []
          const pairs = isToMany(composition) && equalColumns(element, composition.on ?? [], definition)
          if (!pairs) return []
          const isByKey = pairs.length > 0 && pairs.every(([own]) => keysOf(definition).includes(own))
          return isByKey ? toTable(`up_${element}`, owner, pairs.map(swap), definitions) : []
        })
      : [],
  )

const isToMany = ({ cardinality }: Element): boolean => cardinality?.max === '*' || (cardinality?.max ?? 1) > 1

const swap = ([own, target]: Pairs[number]): Pairs[number] => [target, own]

const keysOf = (definition: Definition | undefined): string[] =>
  Object.entries(definition?.elements ?? {})
    .filter(([, { key, target }]) => key && target === undefined)
    .map(([column]) => column)

/** The columns that a condition of nothing else says to be equal; undefined for any other condition. */
const equalColumns = (
  name: string,
  on: readonly Condition[],
  definition: Definition | undefined,
): Pairs | undefined => {
  const pairs: (readonly [string, string])[] = []
  for (const part of split(on)) {
    const [left, operator, right, ...more] = part
    const sides = [left, right].map((side) => side !== undefined && typeof side !== 'string' && side.ref)
    const target = sides.map((ref) => (ref ? columnAfter(name, ref) : undefined)).find((column) => column !== undefined)
    const own = sides
      .map((ref) => (ref ? ownColumn(ref, definition) : undefined))
      .find((column) => column !== undefined)
    if (operator !== '=' || more.length > 0 || target === undefined || own === undefined) return undefined
    pairs.push([own, target])
  }
  return pairs.length > 0 ? pairs : undefined
}

/** What stands between the words `and`, without brackets. */
const split = (on: readonly Condition[]): Condition[][] => {
  const [first] = on
  if (on.length === 1 && typeof first === 'object' && first.xpr) return split(first.xpr)
  const parts: Condition[][] = [[]]
  for (const word of on)
    if (word === 'and') parts.push([])
    else parts.at(-1)?.push(word)
  if (parts.length === 1) return parts
  return parts.flatMap((part) => split(part))
}

const columnAfter = (association: string, [first, ...rest]: readonly unknown[]): string | undefined =>
  first === association && rest.length > 0 ? rest.join('_') : undefined

const ownColumn = (ref: readonly unknown[], definition: Definition | undefined): string | undefined => {
  const column = (ref[0] === '$self' ? ref.slice(1) : ref).join('_')
  const element = definition?.elements?.[column]
  return element && element.target === undefined ? column : undefined
}

/** The association by the columns of a table: a projection that is not in the database stands for what it selects from. */
const toTable = (name: string, target: string, pairs: Pairs, definitions: Definitions): ModelAssociation[] => {
  const definition = definitions[target]
  if (!definition) return []
  const targetTable = tableOf(target, definition)
  const columns = pairs.map(([own]) => own)
  if (targetTable !== null) {
    const targetColumns = pairs.map(([, column]) => column)
    return targetColumns.every((column) => isColumn(definition, column))
      ? [{ name, columns, targetTable, targetColumns }]
      : []
  }
  const select = definition.projection ?? definition.query?.SELECT
  const [source, ...path] = select?.from?.ref ?? []
  const isWhole = path.length === 0 && select?.where === undefined && select?.groupBy === undefined
  if (!select || typeof source !== 'string' || !isWhole || source === target) return []
  const renamed = pairs.map(([own, column]) => [own, sourceColumn(select, column)] as const)
  return renamed.every((pair): pair is readonly [string, string] => pair[1] !== undefined)
    ? toTable(name, source, renamed, definitions)
    : []
}

const isColumn = ({ elements }: Definition, column: string): boolean =>
  elements?.[column] !== undefined && elements[column].target === undefined

/** The column of the source that a projection shows under a name; undefined for what is worked out. */
const sourceColumn = ({ columns = ['*'] }: Select, name: string): string | undefined => {
  for (const column of columns)
    if (column !== '*' && column.ref && (column.as ?? String(column.ref.at(-1))) === name)
      return column.ref.length === 1 ? String(column.ref[0]) : undefined
  return columns.includes('*') ? name : undefined
}
