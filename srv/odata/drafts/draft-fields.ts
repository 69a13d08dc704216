import type { Element, Entity, Operand, Step, Token, Xpr } from '../csn.ts'
import { elementOf, endOf, nameOf, startOf } from '../csn.ts'
import { BadRequest } from '../bad-request.ts'
import { FALSE, mapLeaves, parseCondition, printCondition as printed, TRUE } from './condition.ts'
import type { Condition } from './condition.ts'
import { sharedKey } from './keys.ts'

/**
 * Conditions on IsActiveEntity, HasActiveEntity, HasDraftEntity, SiblingEntity/IsActiveEntity and
 * DraftAdministrativeData, none of which is a column of the active table. On each side, active records or drafts,
 * such a field is a constant, or one of two values depending on whether a partner row exists.
 */

export type Side = 'active' | 'draft'

const FIELDS: ReadonlySet<string> = new Set([
  'IsActiveEntity',
  'HasActiveEntity',
  'HasDraftEntity',
  'SiblingEntity',
  'DraftAdministrativeData',
])

/** A value that is `then` where the condition holds and `otherwise` elsewhere. */
interface Choice {
  readonly when: Condition
  readonly then: boolean
  readonly otherwise: boolean | null
}

export interface DraftScope {
  readonly entity: Entity
  readonly side: Side
  /** Whose drafts are visible as siblings. */
  readonly user: string
}

const leaf = (...tokens: Token[]): Condition => ({ kind: 'leaf', tokens })
const not = (condition: Condition): Condition =>
  condition.kind === 'constant' ? (condition.value ? FALSE : TRUE) : { kind: 'not', of: condition }

/** The key of the row, at the end of `path`, is among those of the drafts that fulfil `where`. */
function inDrafts({ entity }: DraftScope, path: readonly Step[], where?: Token[]): Condition {
  const key = sharedKey(entity)
  const from = { ref: [(entity.drafts ?? entity).name] }
  return leaf({ ref: [...path, key] }, 'in', { SELECT: { from, columns: [{ ref: [key] }], ...(where && { where }) } })
}

const ownDrafts = (user: string): Token[] => [
  { ref: ['DraftAdministrativeData', 'InProcessByUser'] },
  '=',
  { val: user },
]

// Within a call, CAP does not take the column for one of the fields that it strips from conditions.
const hasActive = (path: readonly Step[]): Condition =>
  leaf({ func: 'coalesce', args: [{ ref: [...path, 'HasActiveEntity'] }, { val: false }] }, '=', { val: true })

function choiceOf(field: string, path: readonly Step[], scope: DraftScope): Choice {
  const always = (value: boolean): Choice => ({ when: TRUE, then: value, otherwise: null })
  const isActive = scope.side === 'active'
  switch (field) {
    case 'IsActiveEntity':
      return always(isActive)
    case 'HasActiveEntity':
      return isActive ? always(false) : { when: hasActive(path), then: true, otherwise: false }
    case 'HasDraftEntity':
      return isActive ? { when: inDrafts(scope, path), then: true, otherwise: false } : always(false)
    default:
      return isActive
        ? { when: inDrafts(scope, path, ownDrafts(scope.user)), then: false, otherwise: null }
        : { when: hasActive(path), then: true, otherwise: null }
  }
}

const unsupported = (ref: readonly Step[]): BadRequest =>
  new BadRequest(`${ref.map(nameOf).join('/')} is not supported in this place of an expression`)

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

const NEGATED: Readonly<Record<string, string>> = { '=': '!=', '!=': '=' }

/** A comparison of one administrative field: rows without draft have null there. */
function administrative(
  ref: readonly Step[],
  path: readonly Step[],
  operator: string,
  operand: Operand,
  scope: DraftScope,
): Condition {
  if (operand.ref || operand.func || !('val' in operand || operand.list)) throw unsupported(ref)
  const field: Operand = { ref: ref.slice(path.length) }
  const isNull = operand.val === null
  const holdsForNull = operator === '=' ? isNull : operator === '!=' ? !isNull : false
  return holdsForNull
    ? not(inDrafts(scope, path, [field, NEGATED[operator] ?? operator, operand]))
    : inDrafts(scope, path, [field, operator, operand])
}

/** Splits a path into the way to a draft-enabled entity and the draft field at its end, if it has one. */
function locate(
  ref: readonly Step[],
  scope: DraftScope,
): { path: Step[]; field: string; scope: DraftScope } | undefined {
  let at: Entity | undefined = scope.entity
  let side = scope.side
  for (const [index, step] of ref.entries()) {
    const element: Element | undefined = elementOf(at, nameOf(step))
    if (!element) return undefined
    if ((at?.drafts ?? at?.isDraft) && FIELDS.has(element.name)) {
      if (index && !ref.slice(0, index).every((each) => typeof each === 'string')) throw unsupported(ref)
      return { path: ref.slice(0, index), field: element.name, scope: { ...scope, entity: at, side } }
    }
    side = sideOf(at, element, side)
    at = element._target
  }
  return undefined
}

/** On which side the target of a navigation is: drafts lead to drafts only within their composition. */
export const sideOf = (entity: Entity | undefined, element: Element, side: Side): Side =>
  side === 'draft' && elementOf(entity?.isDraft ? entity : entity?.drafts, element.name)?._target?.isDraft
    ? 'draft'
    : 'active'

function mapLeaf(tokens: readonly Token[], scope: DraftScope): Condition {
  const [left, operator, right] = tokens
  if (typeof left === 'object' && left.ref && typeof operator === 'string' && typeof right === 'object') {
    const found = locate(left.ref, scope)
    if (found?.field === 'DraftAdministrativeData')
      return administrative(left.ref, found.path, operator, right, found.scope)
    if (found && endOf(left.ref) !== (found.field === 'SiblingEntity' ? 'IsActiveEntity' : found.field))
      throw unsupported(left.ref)
    if (found) return decide(choiceOf(found.field, found.path, found.scope), operator, right, left.ref)
  }
  return leaf(...tokens.map((token) => (typeof token === 'string' ? token : mapOperand(token, scope))))
}

/** Draft fields deeper in an operand: conditions of any and all are mapped, everything else is refused. */
function mapOperand(operand: Operand, scope: DraftScope): Operand {
  for (const arg of operand.args ?? []) mapOperand(arg, scope)
  for (const token of operand.xpr ?? []) if (typeof token === 'object') mapOperand(token, scope)
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

const mapTokens = (tokens: Xpr, scope: DraftScope): Xpr => {
  const condition = mapDraftFields(tokens, scope)
  return condition.kind === 'constant' ? [{ val: 1 }, '=', { val: condition.value ? 1 : 2 }] : printed(condition)
}

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
  return { xpr: ['case', 'when', ...printed(when), 'then', { val: 1 }, 'else', { val: 0 }, 'end'] }
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
