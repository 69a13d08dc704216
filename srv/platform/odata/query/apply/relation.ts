/** What rows of `$apply` are, and the SELECT that says it, know each other: over 200 lines. */
import { constant, type Entity, keysOf, type Operand, type Select, type Step, type Token } from '../../../cap/csn.ts'
import { printCondition, type DraftScope } from '../drafts/choices.ts'
import { mapDraftFields, mapOperand, mentionedFields } from '../drafts/draft-fields.ts'
import { BadRequest, type Spot } from '../../protocol/errors.ts'
import type { Place } from '../lower/links.ts'
import { toCondition, toOperand } from '../lower/lower.ts'
import { CDS_TYPES, cdsTypeOf, edmTypeOf, hasOrder } from '../../meaning/edm.ts'
import type { Row, Typed, Way } from '../../meaning/nodes.ts'
import { findValue, type Names } from '../../meaning/rows.ts'

/** An item of an order whose names are found. */
interface Order {
  readonly of: Typed
  readonly isDescending: boolean
  readonly nullsLast?: boolean
}

/** Rows as steps of `$apply` have left them so far: what one SELECT says. */
export interface Relation {
  readonly from: Select['from']
  /** What it reads, and the rows that these lead to, where `join` names them. */
  readonly row: Row
  readonly joined: ReadonlyMap<Row, Way>
  /** What names mean: of records their properties, of a result its columns; and what was computed of either. */
  readonly names: Names
  /** Of records, which they are: a condition on them may be about drafts. */
  readonly scope?: DraftScope & { readonly isOfBoth: boolean }
  /** The names of what records have; a result has its columns. */
  readonly own: readonly string[]
  /** What steps have asked for besides, which is no part of the rows. */
  readonly hidden: readonly string[]
  readonly filters: readonly Typed[]
  readonly order: readonly Order[]
  readonly page?: { readonly skip: number; readonly top?: number }
}

/** The properties of records that clients may see and databases can compare. */
export const propertiesOf = (entity: Entity): string[] =>
  Object.values(entity.elements)
    .filter((element) => !element.virtual && !element['@cds.api.ignore'] && !element.isAssociation && !element.items)
    .filter((element) => hasOrder(edmTypeOf(element) ?? 'Untyped'))
    .map(({ name }) => name)

/** What a SELECT calls the records that it reads: further ones may be around it. */
const RECORDS = 'records'

/** The records that a path leads to. */
export function recordsAt(ref: Step[], scope: NonNullable<Relation['scope']>, aliases: Names['aliases']): Relation {
  const row = { name: '$it', entity: scope.entity }
  return {
    from: { ref, as: RECORDS },
    row,
    joined: new Map(),
    names: { here: row, it: row, variables: [], aliases, columns: new Map() },
    scope: { ...scope, alias: RECORDS },
    own: propertiesOf(scope.entity),
    hidden: [],
    filters: [],
    order: [],
  }
}

const placeOf = ({ row, joined, scope }: Relation): Place => ({ row, joined, ...(scope && { alias: RECORDS }) })

/** An expression in the terms of databases. */
export const operandOf = (typed: Typed, relation: Relation): Operand => {
  const operand = toOperand(typed, placeOf(relation))
  return relation.scope ? mapOperand(operand, relation.scope) : operand
}

/** Fields that range over active records and drafts at once. */
const ACROSS: readonly string[] = ['IsActiveEntity', 'HasActiveEntity', 'SiblingEntity']

function conditionOf(typed: Typed, relation: Relation): Token[] {
  const where = toCondition(typed, placeOf(relation))
  const { scope } = relation
  if (!scope) return where
  const fields = mentionedFields(where)
  if (scope.isOfBoth && ACROSS.some((field) => fields.has(field)))
    throw new BadRequest('A filter over active records and drafts is not supported in $apply')
  return printCondition(mapDraftFields(where, scope))
}

/** A column of a result: its name in paths, what it holds, and the type of that, as the model names it. */
export interface ResultColumn {
  readonly path: string
  readonly operand: Operand
  readonly type: string
}

/** The type of a value, as the model names it. */
export function cdsTypeOfTyped(typed: Typed): string {
  if (typed.kind === 'column') return typed.cdsType
  const last = typed.kind === 'property' ? typed.path.at(-1) : undefined
  if (last) return cdsTypeOf(last)
  if (typed.type === 'Duration') return typed.type
  return typed.type === 'Null' || typed.type === 'Record' ? 'String' : CDS_TYPES[typed.type]
}

/** Refuses what clients do not see, and what databases cannot compare. */
function checkProperty(typed: Typed, path: string): void {
  const isOdd = (element: { readonly virtual?: boolean; readonly [annotation: `@${string}`]: unknown }): boolean =>
    element.virtual === true || !!element['@cds.api.ignore']
  if (!hasOrder(typed.type) || (typed.kind === 'property' && typed.path.some(isOdd)))
    throw new BadRequest(`${path} is no property that $apply can work on`)
}

/** Where a name stands is not known any more; errors tell where the step does. */
const STEP: Spot = { option: '$apply', index: 0 }

/** What a path means among rows. */
export function valueAt(path: string, { names }: Relation): Typed {
  const segments = path.split('/').map((name) => ({ kind: 'name', name, at: STEP }) as const)
  const typed = findValue({ segments }, names)
  checkProperty(typed, path)
  return typed
}

/** A column that holds what a path or a computed name means. */
export function columnAt(path: string, relation: Relation): ResultColumn {
  const typed = valueAt(path, relation)
  return { path, operand: operandOf(typed, relation), type: cdsTypeOfTyped(typed) }
}

/**
 * The items of the order.
 *
 * @param isWhole - whether it says where missing values are, which databases differ in beyond ORDER BY of a query
 */
export const ordersOf = (relation: Relation, isWhole = false): Operand[] =>
  relation.order.flatMap(({ of, isDescending, nullsLast }) => {
    const operand = operandOf(of, relation)
    const isLast = nullsLast === true || isDescending
    const [then, otherwise] = isLast ? [constant(1), constant(0)] : [constant(0), constant(1)]
    const missing: Token[] = ['case', 'when', operand, 'is', 'null', 'then', then, 'else', otherwise, 'end']
    return [
      ...(nullsLast || (isWhole && of.isNullable) ? [{ xpr: missing }] : []),
      { ...operand, sort: isDescending ? 'desc' : 'asc' },
    ]
  })

/** The columns of a result, by the names that they have in paths. */
const ownColumns = ({ names, scope }: Relation): (Typed & { kind: 'column' })[] =>
  scope ? [] : [...names.columns.values()].filter((typed) => typed.kind === 'column')

/** What decides between rows that are alike, so that pages do not overlap. */
export const tiesOf = (relation: Relation): Operand[] =>
  (relation.scope ? keysOf(relation.scope.entity) : ownColumns(relation).map(({ name }) => name)).map((name) => ({
    ref: [name],
  }))

/**
 * What rows of a result are ordered by, as an expression: a name alone would be that of a column which is selected, and
 * two are called the same.
 */
const inSource = ({ sort, ...operand }: Operand, { from }: Relation): Operand => {
  const isName = from.SELECT !== undefined && operand.ref !== undefined
  return { ...(isName ? { xpr: [operand] } : operand), ...(sort && { sort }) }
}

/** The SELECT of a relation with the columns given; as c0, c1 and so on, so that no name means two things. */
export function selectOf(
  relation: Relation,
  columns: readonly ResultColumn[],
  groupBy: readonly Operand[] = [],
): Select {
  const { from, filters, page } = relation
  const list = columns.map(({ operand }, index) => ({ ...operand, as: `c${index}` }))
  const where = filters.flatMap((typed, index): Token[] => [
    ...(index ? ['and'] : []),
    { xpr: conditionOf(typed, relation) },
  ])
  return {
    from,
    columns: list.length ? list : [{ ...constant(1), as: 'c0' }],
    ...(where.length && { where }),
    ...(groupBy.length && { groupBy: [...groupBy] }),
    ...(page && {
      orderBy: [...ordersOf(relation), ...tiesOf(relation)].map((each) => inSource(each, relation)),
      limit: {
        rows: { val: page.top ?? Number.MAX_SAFE_INTEGER },
        ...(page.skip && { offset: { val: page.skip } }),
      },
    }),
  }
}

/** The rows of a SELECT as those that further steps are about. */
export function resultOf(select: Select, columns: readonly ResultColumn[], { names }: Relation): Relation {
  const row = { name: '$it' }
  const typed = columns.map(({ path, type: cdsType }, index): [string, Typed] => {
    const type = edmTypeOf({ name: path, type: `cds.${cdsType}` })
    if (!type) throw new BadRequest(`${path} has a type that expressions do not know`)
    return [path, { kind: 'column', name: `c${index}`, cdsType, type, isNullable: true }]
  })
  return {
    from: { SELECT: select },
    row,
    joined: new Map(),
    names: { here: row, it: row, variables: [], aliases: names.aliases, columns: new Map(typed) },
    own: [],
    hidden: [],
    filters: [],
    order: [],
  }
}

/** The names that rows are known by, in their order. */
export const namesOf = ({ own, names, hidden }: Relation): string[] =>
  [...own, ...names.columns.keys()].filter((name) => !hidden.includes(name))
