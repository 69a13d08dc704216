/** An element of a CDS definition, as far as it is read here. */
export interface Element {
  readonly type?: string
  readonly key?: boolean
  readonly virtual?: boolean
  readonly notNull?: boolean
  readonly length?: number
  readonly enum?: Readonly<Record<string, { readonly val?: string | number | boolean }>>
  readonly keys?: readonly ForeignKeyPart[]
  readonly on?: readonly Condition[]
  readonly cardinality?: { readonly max?: number | '*' }
  readonly target?: string
  readonly [annotation: `@${string}`]: unknown
}

/** A column of the target that a managed association keeps a copy of. */
export interface ForeignKeyPart {
  readonly ref: readonly string[]
  readonly as?: string
  /** The name of the copy, where the compiler tells it. */
  readonly $generatedFieldName?: string
}

/** A word of a condition. */
export type Condition = string | { readonly ref?: readonly unknown[]; readonly xpr?: readonly Condition[] }

/** A definition of a CDS model, as far as it is read here. */
export interface Definition {
  readonly kind: string
  readonly elements?: Readonly<Record<string, Element>>
  readonly query?: {
    readonly SELECT?: Select
    readonly SET?: { readonly args: readonly { readonly SELECT?: Select }[] }
  }
  readonly projection?: Select
  readonly [annotation: `@${string}`]: unknown
}
export type Definitions = Readonly<Record<string, Definition>>

export interface Select {
  readonly from?: From
  /** Absent: all of them. */
  readonly columns?: readonly ('*' | { readonly ref?: readonly unknown[]; readonly as?: string })[]
  readonly where?: unknown
  readonly groupBy?: unknown
}

export interface From {
  readonly ref?: readonly (string | { readonly id: string })[]
  readonly args?: readonly From[]
}

export const truthy = (annotation: unknown): boolean =>
  annotation !== undefined && annotation !== null && annotation !== false

/**
 * The name of the table or view of an entity; null for what is not in the database. Code lists are said to be skipped
 * `'if-unused'`: whoever refers to them uses them.
 */
export const tableOf = (name: string, definition: Definition): string | null => {
  const skip = definition['@cds.persistence.skip']
  if (truthy(skip) && skip !== 'if-unused' && !isOwnTable(definition)) return null
  const given = definition['@cds.persistence.name']
  return typeof given === 'string' ? given : name.replaceAll('.', '_')
}

/** A projection with a table of its own, filled by somebody. */
export const isOwnTable = (definition: Definition): boolean => truthy(definition['@cds.persistence.table'])

/** The columns that a managed association has in the table of its entity. */
export const foreignKeyColumns = (association: string, keys: readonly ForeignKeyPart[]): string[] =>
  keys.map(({ ref, as, $generatedFieldName }) => $generatedFieldName ?? `${association}_${as ?? ref.join('_')}`)
