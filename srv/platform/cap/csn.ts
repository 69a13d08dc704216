import cds from '@sap/cds'

/** The parts of CAP's linked model and of CQN that this folder reads: CAP types neither in full. */

/** One step of a path: a name, or a name with a filter on it. */
export type Step = string | { readonly id: string; readonly where?: Xpr }

/** A token of a CQN expression: an operator or keyword as text, or an operand. */
export type Token = string | Operand

export type Xpr = readonly Token[]

/** An operand of a CQN expression. Exactly one of ref, val, func, xpr, list and SELECT is set. */
export interface Operand {
  ref?: Step[]
  val?: unknown
  /** What a value is whose digits no number of JavaScript has: `number`, as text. */
  literal?: string
  /** False for a value that is written into the statement. */
  param?: false
  func?: string
  args?: Operand[]
  xpr?: Token[]
  list?: Operand[]
  SELECT?: Select
  cast?: { type: string }
  as?: string
  sort?: string
  expand?: Column[]
  where?: Token[]
  orderBy?: Operand[]
  limit?: Limit
  count?: boolean
  /** No part of CQN: of a column, the type of OData that CDS has none for. */
  '@odata.Type'?: string
}

interface Limit {
  rows?: { val: number }
  offset?: { val: number }
}

export type Column = '*' | Operand

export interface Select {
  /** `along` is no part of CQN: of a query within another one, the way to its rows from one of those around it, by alias. */
  from: { ref?: Step[]; SELECT?: Select; as?: string; along?: readonly string[] }
  columns?: Column[]
  where?: Token[]
  having?: Token[]
  groupBy?: Operand[]
  orderBy?: Operand[]
  limit?: Limit | null
  count?: boolean
  one?: boolean
  /** Locks the rows until the transaction ends. */
  forUpdate?: object
  search?: { val: string }[]
  forShareLock?: boolean
}

/** An element of a linked entity. */
export interface Element {
  readonly name: string
  readonly type: string
  readonly _type?: string
  readonly key?: boolean
  readonly notNull?: boolean
  readonly virtual?: boolean
  readonly isAssociation?: boolean
  readonly isComposition?: boolean
  readonly is2one?: boolean
  readonly is2many?: boolean
  /** What a collection consists of. */
  readonly items?: Element
  readonly on?: Token[]
  readonly keys?: readonly { readonly ref: string[] }[]
  /** Of a property that holds the key of another record: the navigation property that leads there. */
  readonly _foreignKey4?: string
  readonly _target?: Entity
  /** Of a structure. */
  readonly elements?: Readonly<Record<string, Element>>
  readonly [annotation: `@${string}`]: unknown
}

/** A linked entity of the model. `drafts` is its draft table and `actives` the way back. */
export interface Entity {
  readonly name: string
  readonly kind: string
  readonly elements: Readonly<Record<string, Element>>
  readonly keys?: Readonly<Record<string, Element>>
  readonly compositions?: Readonly<Record<string, Element>>
  readonly actions?: Readonly<Record<string, Operation>>
  /** Of a view that takes some. */
  readonly params?: Readonly<Record<string, unknown>>
  readonly drafts?: Entity
  readonly actives?: Entity
  readonly isDraft?: boolean
  readonly query?: { readonly _target?: Entity }
  readonly _service?: { readonly name: string }
  readonly _etag?: Element
  /** Whether there is one record at most, which is addressed without a key. */
  readonly _isSingleton?: boolean
  readonly [annotation: `@${string}`]: unknown
}

/** An action or a function, bound to an entity or not, as the linked model has it. */
export interface Operation {
  readonly kind: 'action' | 'function'
  readonly name: string
  readonly params?: Readonly<Record<string, Element | undefined>>
  /** What it returns; `items` where that is a collection. */
  readonly returns?: Element & Partial<Entity>
}

/** The element of an entity by name, where the name may be anything a client sent, such as `constructor`. */
export const elementOf = (entity: Entity | undefined, name: string): Element | undefined => {
  const element = entity?.elements[name]
  return typeof element === 'object' && element.name === name ? element : undefined
}

/** An expanded navigation property of a list of columns. */
export interface Expansion {
  readonly column: Operand
  readonly element: Element
  readonly target: Entity
  readonly columns: Column[]
}

/** What a column expands, if it does. */
export function expansionOf(column: Column, entity: Entity): Expansion | undefined {
  if (column === '*' || !column.expand || !column.ref) return undefined
  const element = elementOf(entity, startOf(column.ref))
  return element?._target && { column, element, target: element._target, columns: column.expand }
}

/** The name of a path step without its filter. */
export const nameOf = (step: Step): string => (typeof step === 'string' ? step : step.id)

/** The name of the first step of a path. */
export const startOf = (path: readonly Step[]): string => nameOf(path[0] ?? '')

/** The name of the last step of a path. */
export const endOf = (path: readonly Step[]): string => nameOf(path.at(-1) ?? '')

/** The properties of a record that make up its key in the database. */
export const keysOf = ({ keys = {} }: Entity): string[] =>
  Object.values(keys)
    .filter(({ isAssociation, virtual, name }) => !isAssociation && !virtual && name !== 'IsActiveEntity')
    .map(({ name }) => name)

/** The condition that some properties have the values of a row. */
export const haveValuesOf = (row: Readonly<Record<string, unknown>>, names: readonly string[]): Token[] =>
  names.flatMap((name, index): Token[] => [...(index ? ['and'] : []), { ref: [name] }, '=', { val: row[name] }])

/** A copy of an object without some of its properties. */
export function without<T extends object, K extends keyof T>(object: T, ...names: readonly K[]): Omit<T, K> {
  const copy = { ...object }
  for (const name of names) Reflect.deleteProperty(copy, name)
  return copy
}

/** A number of our own in an expression: written into the statement, since databases guess the type of a parameter. */
export const constant = (val: number): Operand => ({ val, param: false })

const definitions = (): Readonly<Record<string, Entity>> =>
  (cds.model?.definitions ?? {}) as unknown as Readonly<Record<string, Entity>>

/** An entity of the served model by its full name. */
export const entityNamed = (name: string): Entity | undefined =>
  Object.hasOwn(definitions(), name) ? definitions()[name] : undefined

/** Every entity of the served model, without the tables of drafts. */
export const allEntities = (): Entity[] =>
  Object.values(definitions()).filter((definition) => definition.kind === 'entity' && !definition.isDraft)
