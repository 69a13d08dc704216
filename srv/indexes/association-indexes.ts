import { createHash } from 'node:crypto'

/** An index as SQL names it. */
export interface Index {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
}

/** An entity of CAP's linked model, as far as this file reads it. */
export interface Entity {
  readonly kind: string
  readonly name: string
  readonly query?: unknown
  readonly elements?: Readonly<Record<string, Element>>
  /** The table of its drafts. */
  readonly drafts?: Entity
  readonly '@cds.persistence.name'?: string
  readonly '@cds.persistence.skip'?: unknown
  readonly '@cds.persistence.exists'?: unknown
  readonly '@cds.persistence.table'?: unknown
  readonly [annotation: `@assert.unique.${string}`]: readonly { readonly '='?: string }[] | undefined
}

interface Element {
  readonly key?: boolean
  readonly type?: string
  readonly virtual?: unknown
  /** Of an association that has foreign keys. */
  readonly keys?: readonly ForeignKey[]
}

interface ForeignKey {
  readonly ref: readonly string[]
  readonly as?: string
  readonly $generatedFieldName?: string
}

const UNIQUE = '@assert.unique.'
/** PostgreSQL cuts names that have more bytes, and two of them could become the same. */
const LONGEST_NAME = 63
const DIGITS = 8

/**
 * The indexes that let a database follow the associations of a model backwards: one on each foreign key of each table,
 * drafts included, unless the primary key or a unique constraint begins with it. Databases have them for keys only.
 */
export const associationIndexes = (definitions: Iterable<Entity>): Index[] => {
  const indexes: Index[] = []
  for (const entity of definitions) {
    if (entity.kind !== 'entity') continue
    if (isTable(entity)) indexes.push(...indexesOf(entity, [keysOf(entity), ...uniqueColumnsOf(entity)]))
    // Drafts may break the rules of their entity, so they have the key alone.
    if (entity.drafts) indexes.push(...indexesOf(entity.drafts, []))
  }
  return indexes
}

const isTable = (entity: Entity): boolean =>
  (!entity.query || !!entity['@cds.persistence.table']) &&
  !entity['@cds.persistence.skip'] &&
  !entity['@cds.persistence.exists']

const indexesOf = (entity: Entity, covered: readonly (readonly string[])[]): Index[] => {
  const table = (entity['@cds.persistence.name'] ?? entity.name).replaceAll('.', '_')
  return Object.keys(entity.elements ?? {}).flatMap((association) => {
    const columns = columnsOf(entity, association)
    const isForeignKey = entity.elements?.[association]?.keys !== undefined && columns.length > 0
    if (!isForeignKey || covered.some((others) => startsWith(others, columns))) return []
    return [{ name: shortened(`${table}_by_${association}`), table, columns }]
  })
}

const startsWith = (longer: readonly string[], columns: readonly string[]): boolean =>
  columns.every((column, index) => longer[index] === column)

/** The columns of an element: its own, or the foreign keys of an association. */
const columnsOf = ({ elements }: Entity, name: string): string[] => {
  const element = elements?.[name]
  if (!element || element.virtual) return []
  if (!element.keys) return [name.replaceAll('.', '_')]
  return element.keys.map(
    ({ ref, as, $generatedFieldName }) => $generatedFieldName ?? `${name}_${as ?? ref.join('_')}`.replaceAll('.', '_'),
  )
}

/** In CAP's model a foreign key is an element of its own, beside its association. */
const keysOf = (entity: Entity): string[] => [
  ...new Set(Object.entries(entity.elements ?? {}).flatMap(([name, { key }]) => (key ? columnsOf(entity, name) : []))),
]

const uniqueColumnsOf = (entity: Entity): string[][] =>
  Object.keys(entity)
    .filter((name): name is `@assert.unique.${string}` => name.startsWith(UNIQUE))
    .map((name) =>
      (entity[name] ?? []).flatMap((each) => (each['='] === undefined ? [] : columnsOf(entity, each['=']))),
    )

/** A name that is too long keeps its beginning and gets a digest of the whole. */
const shortened = (name: string): string => {
  if (Buffer.byteLength(name) <= LONGEST_NAME) return name
  const digest = createHash('sha256').update(name).digest('hex').slice(0, DIGITS)
  const beginning = Buffer.from(name).subarray(0, LONGEST_NAME - DIGITS - 1)
  return `${new TextDecoder().decode(beginning).replace(/\uFFFD$/, '')}_${digest}`
}
