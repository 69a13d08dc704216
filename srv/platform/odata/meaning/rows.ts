import { type Element, elementOf, type Entity } from '../../cap/csn.ts'
import { BadRequest, type Spot } from '../protocol/errors.ts'
import type { Expression, Path, Segment } from '../url/nodes.ts'
import { edmTypeOf } from './edm.ts'
import type { Row, Typed } from './nodes.ts'

/** What names mean where an expression stands. */
export interface Names {
  /** The row of names without a variable: `$it`, unless the expression is within a count or a transformation. */
  readonly here: Row
  /** The row of the outermost collection. */
  readonly it: Row
  /** Variables of the lambdas around, the innermost last. */
  readonly variables: readonly Row[]
  /** What stands for names such as `@p`. */
  readonly aliases: ReadonlyMap<string, Expression>
  /** What the row of names without a variable has beside its properties: what was computed, or all there is of a result. */
  readonly columns: ReadonlyMap<string, Typed>
}

/** A path that leads to a collection: what `any`, `all` and `$count` stand behind. */
export interface Collection {
  readonly row: Row
  readonly path: readonly Element[]
  /** What there is of each: a record, or a value. */
  readonly each: Omit<Row, 'name'>
}

/** A path, and where it stands if that is known. */
type Way = Pick<Path, 'root' | 'segments'> & { readonly at?: Spot }

/** Where a path begins, and the names that remain. */
const beginning = ({ root, segments }: Way, names: Names): [Row, readonly Segment[]] => {
  if (root) return [root === '$it' ? names.it : names.here, segments]
  const [first, ...rest] = segments
  const variable = first?.kind === 'name' ? names.variables.findLast(({ name }) => name === first.name) : undefined
  return variable ? [variable, rest] : [names.here, segments]
}

const namesAlong = (segments: readonly Segment[]): string[] =>
  segments.map((segment) => ('name' in segment ? segment.name : '$count'))

const textOf = (path: Way): string => [path.root, ...namesAlong(path.segments)].filter(Boolean).join('/')

const wrong = (path: Way, what: string): BadRequest => new BadRequest(`${textOf(path)} ${what}`, undefined, path.at)

/** What the parts of a structure are found in, as if it were a record. */
const structured = (element: Element): Entity | undefined =>
  element.elements && { name: element.name, kind: 'type', elements: element.elements }

/** The elements along names of links, each of them to one record but the last. */
function elementsAlong(path: Way, entity: Entity | undefined, segments: readonly Segment[]): Element[] {
  let at = entity
  return segments.flatMap((segment, index) => {
    // A type that everything here is of.
    if (segment.kind === 'qualified' && segment.name === (at?.actives ?? at)?.name) return []
    if (segment.kind !== 'name') throw wrong(path, 'has a type or a function, which is not supported here')
    const element = elementOf(at, segment.name)
    if (!element || element['@cds.api.ignore'])
      throw wrong(path, `does not exist, since ${at?.name ?? 'a value'} has no property ${segment.name},`)
    if (element.is2many && index < segments.length - 1)
      throw wrong(path, `goes through a collection: use ${segment.name}/any(…), /all(…) or /$count`)
    at = element._target ?? structured(element)
    return element
  })
}

/** Whether what a path leads to may be null: a link on the way need not have a record. */
const isNullable = (path: readonly Element[]): boolean => path.length > 1 || path[0]?.key !== true

/**
 * A property, or a record.
 *
 * @throws BadRequest for names that the model does not have, and collections
 */
export function findValue(path: Way, names: Names): Typed {
  const [row, segments] = beginning(path, names)
  const column = row === names.here ? names.columns.get(namesAlong(segments).join('/')) : undefined
  if (column) return column
  if (row.value) return findItem(path, row, row.value, segments)
  const found = elementsAlong(path, row.entity, segments)
  const last = found.at(-1)
  if (!last || last._target) {
    if (last?.is2many) throw wrong(path, 'is a collection, and no value')
    return { kind: 'record', row, path: found, type: 'Record', isNullable: found.length > 0 }
  }
  const type = (last.items ? undefined : edmTypeOf(last)) ?? 'Untyped'
  return { kind: 'property', row, path: found, type, isNullable: isNullable(found) }
}

/** A value of a collection, or a part of one that is a structure. */
function findItem(path: Way, row: Row, value: Element, segments: readonly Segment[]): Typed {
  const found = elementsAlong(path, structured(value), segments)
  const last = found.at(-1) ?? value
  if (last.items) throw wrong(path, 'is a collection, and no value')
  return {
    kind: 'item',
    row,
    path: found.map(({ name }) => name),
    type: edmTypeOf(last) ?? 'Untyped',
    isNullable: true,
  }
}

/**
 * A collection.
 *
 * @param segments of the path, without what stands behind the collection
 * @throws BadRequest where a path leads to none
 */
export function findCollection(path: Way, segments: readonly Segment[], names: Names): Collection {
  const [row, rest] = beginning({ ...path, segments }, names)
  const found = elementsAlong(path, row.entity, rest)
  const last = found.at(-1)
  if (last?.items && !row.value) return { row, path: found, each: { value: last.items } }
  if (!last?.is2many || !last._target) throw wrong(path, 'is no collection')
  return { row, path: found, each: { entity: last._target } }
}
