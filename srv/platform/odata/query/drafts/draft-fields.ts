import {
  constant,
  elementOf,
  type Entity,
  nameOf,
  type Operand,
  type Select,
  startOf,
  type Step,
  type Token,
  type Xpr,
  endOf,
} from '../../../cap/csn.ts'
import {
  type Choice,
  choiceOf,
  type DraftScope,
  entityOn,
  leaf,
  not,
  inDrafts,
  FIELDS,
  locate,
  sideOf,
  unsupported,
  type Condition,
  FALSE,
  mapLeaves,
  parseCondition,
  printCondition as printed,
  TRUE,
} from './choices.ts'
import { lockOwner } from './draft-administration.ts'

/** Conditions on IsActiveEntity, HasActiveEntity, HasDraftEntity, SiblingEntity and DraftAdministrativeData. */

/** How a comparison of a known value with a literal comes out; null is equal to null only. */
function compare(value: boolean | null, operator: string, operand: Operand, ref: readonly Step[]): boolean {
  if (operator === 'in' && operand.list) return operand.list.some((each) => each.val === value)
  if (operand.val === undefined) throw unsupported(ref)
  if (operator === '=') return operand.val === value
  if (operator === '!=' || operator === '<>') return operand.val !== value
  throw unsupported(ref)
}

function decide(choice: Choice, operator: string, operand: Operand, ref: readonly Step[]): Condition {
  const then = compare(choice.then, operator, operand, ref)
  const otherwise = choice.when === TRUE ? then : compare(choice.otherwise, operator, operand, ref)
  return then ? (otherwise ? TRUE : choice.when) : otherwise ? not(choice.when) : FALSE
}

function mapLeaf(tokens: readonly Token[], scope: DraftScope): Condition {
  const [left, operator, right] = tokens
  if (typeof left === 'object' && left.ref && typeof operator === 'string' && typeof right === 'object') {
    const found = locate(left.ref, scope)
    if (found?.field === 'DraftAdministrativeData')
      return administrative(left.ref, found.path, operator, right, found.scope)
    const rest = found?.field === 'SiblingEntity' ? ['IsActiveEntity'] : []
    if (
      found &&
      left.ref
        .slice(found.path.length + 1)
        .map(nameOf)
        .join() !== rest.join()
    )
      throw unsupported(left.ref)
    if (found) return decide(choiceOf(found.field, found.path, found.scope), operator, right, left.ref)
  }
  return leaf(...tokens.map((token) => (typeof token === 'string' ? token : mapOperand(token, scope))))
}

/** The rows that a query within another one reads, from the way that leads to them. */
function scopeWithin({ as: alias, along = [] }: Select['from'], scope: DraftScope): DraftScope {
  const [start, ...way] = along
  let at: DraftScope | undefined = scope
  while (at.around && at.alias !== start && start !== undefined) at = at.around
  for (const name of way) {
    const element = elementOf(at.entity, name)
    if (element?._target) at = { ...at, entity: element._target, side: sideOf(at.entity, element, at.side) }
  }
  return { ...at, ...(alias && { alias }), around: scope }
}

function mapSelect(select: Select, scope: DraftScope): Select {
  if (!select.from.along) return select
  const inner = scopeWithin(select.from, scope)
  return {
    ...select,
    from: { ...select.from, ref: [entityOn(inner).name] },
    ...(select.columns && {
      columns: select.columns.map((column) => (column === '*' ? column : mapOperand(column, inner))),
    }),
    ...(select.where && { where: mapTokens(select.where, inner) }),
  }
}

/** An operand on one side: conditions of any and all in it are mapped, draft fields deeper in it are refused. */
export function mapOperand(operand: Operand, scope: DraftScope): Operand {
  if (operand.SELECT) return { ...operand, SELECT: mapSelect(operand.SELECT, scope) }
  if (operand.args) return { ...operand, args: operand.args.map((arg) => mapOperand(arg, scope)) }
  if (operand.xpr) {
    const xpr = operand.xpr.map((token) => (typeof token === 'string' ? token : mapOperand(token, scope)))
    return { ...operand, xpr }
  }
  if (!operand.ref) return operand
  if (locate(operand.ref, scope)) throw unsupported(operand.ref)
  let at: Entity | undefined = scope.entity
  let side = scope.side
  const ref = operand.ref.map((step) => {
    const element = elementOf(at, nameOf(step))
    if (element) side = sideOf(at, element, side)
    at = element?._target
    if (typeof step === 'string' || !step.where || !at) return step
    return { ...step, where: mapTokens(step.where, { ...scope, entity: at, side }) }
  })
  return { ...operand, ref }
}

const mapTokens = (tokens: Xpr, scope: DraftScope): Token[] => printed(mapDraftFields(tokens, scope))

/**
 * A condition with every draft field replaced by what it means on one side.
 *
 * @throws BadRequest where a draft field stands in a place that cannot be answered truthfully
 */
export const mapDraftFields = (tokens: Xpr, scope: DraftScope): Condition =>
  mapLeaves(parseCondition(tokens), (each) => mapLeaf(each, scope))

/** The value of a draft field to sort by; a constant where all rows of the side have the same. */
export function sortValue(
  ref: readonly Step[],
  scope: DraftScope,
): Operand | { readonly constant: boolean } | undefined {
  const found = locate(ref, scope)
  if (!found) return undefined
  if (found.field === 'DraftAdministrativeData' || found.field === 'SiblingEntity') throw unsupported(ref)
  const { when, then } = choiceOf(found.field, found.path, found.scope)
  if (when.kind === 'constant') return { constant: then }
  return { xpr: ['case', 'when', ...printed(when), 'then', constant(1), 'else', constant(0), 'end'] }
}

/** The names of the draft fields at the row itself that an expression mentions. */
export function mentionedFields(tokens: Xpr): Set<string> {
  const names = tokens.flatMap((token): string[] => {
    if (typeof token === 'string') return []
    const own = token.ref && FIELDS.has(startOf(token.ref)) ? [startOf(token.ref)] : []
    return [...own, ...mentionedFields([...(token.args ?? []), ...(token.xpr ?? [])])]
  })
  return new Set(names)
}

const NEGATED: Readonly<Record<string, string>> = { '=': '!=', '!=': '=' }

const createdBy: Operand = { ref: ['DraftAdministrativeData', 'CreatedByUser'] }

/** A comparison with a user's name, where `isMine` says whether the flag is asked to be true. */
const byUser = (name: Operand, user: string, isMine: boolean): Token[] => [name, isMine ? '=' : '!=', { val: user }]

/** The comparison as the draft tables can answer it: locks end, and two flags depend on who asks. */
function comparison(field: readonly Step[], operator: string, operand: Operand, user: string): Token[] {
  const isMine = (operator === '=') === (operand.val === true)
  const isFlag = typeof operand.val === 'boolean' && operator in NEGATED
  switch (endOf(field)) {
    case 'InProcessByUser':
      return [{ xpr: lockOwner() }, operator, operand]
    case 'DraftIsCreatedByMe':
      if (!isFlag) throw unsupported(field)
      return byUser(createdBy, user, isMine)
    case 'DraftIsProcessedByMe':
      if (!isFlag) throw unsupported(field)
      return byUser({ xpr: lockOwner() }, user, isMine)
    default:
      return [{ ref: [...field] }, operator, operand]
  }
}

/**
 * A comparison of a field of DraftAdministrativeData with a literal, as a condition on the keys of drafts. A row
 * without draft has null there.
 *
 * @param path - the way to the draft-enabled entity
 */
function administrative(
  ref: readonly Step[],
  path: readonly Step[],
  operator: string,
  operand: Operand,
  scope: DraftScope,
): Condition {
  const field = ref.slice(path.length)
  if (field.length !== 2 || !('val' in operand || operand.list)) throw unsupported(ref)
  const [left, actual, right] = comparison(field, operator, operand, scope.user) as [Operand, string, Operand]
  const isNull = operand.val === null
  const holdsForNull = operator === '=' ? isNull : operator === '!=' ? !isNull : false
  return holdsForNull
    ? not(inDrafts(scope, path, [left, NEGATED[actual] ?? actual, right]))
    : inDrafts(scope, path, [left, actual, right])
}
