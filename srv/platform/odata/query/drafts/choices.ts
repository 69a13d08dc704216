import { type Token, type Entity, type Step, type Element, elementOf, nameOf } from '../../../cap/csn.ts'
import { sharedKey } from '../../../cap/shared-key.ts'
import { BadRequest } from '../../protocol/errors.ts'

/** A condition as a tree; `leaf` is a comparison, a call or an exists, as CQN has it. */
export type Condition =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'leaf'; readonly tokens: readonly Token[] }
  | { readonly kind: 'not'; readonly of: Condition }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Condition[] }

export const TRUE: Condition = { kind: 'constant', value: true }
export const FALSE: Condition = { kind: 'constant', value: false }

function splitAt(tokens: readonly Token[], separator: string): Token[][] {
  const parts: Token[][] = []
  let part: Token[] = []
  for (const token of tokens) {
    if (token !== separator) part.push(token)
    else {
      parts.push(part)
      part = []
    }
  }
  return [...parts, part]
}

/** Reads the tokens of a CQN condition, where `not` binds tighter than `and`, and `and` tighter than `or`. */
export function parseCondition(tokens: readonly Token[]): Condition {
  const alternatives = splitAt(tokens, 'or')
  if (alternatives.length > 1) return { kind: 'or', of: alternatives.map(parseCondition) }
  const conjuncts = splitAt(tokens, 'and')
  if (conjuncts.length > 1) return { kind: 'and', of: conjuncts.map(parseCondition) }
  const [first, ...rest] = tokens
  if (first === 'not') return { kind: 'not', of: parseCondition(rest) }
  if (!rest.length && typeof first === 'object') {
    if (first.xpr) return parseCondition(first.xpr)
    if (typeof first.val === 'boolean') return { kind: 'constant', value: first.val }
  }
  return { kind: 'leaf', tokens }
}

/** Replaces the leaves of a condition and folds constants: the result is a constant or contains none. */
export function mapLeaves(condition: Condition, map: (tokens: readonly Token[]) => Condition): Condition {
  switch (condition.kind) {
    case 'constant':
      return condition
    case 'leaf':
      return map(condition.tokens)
    case 'not': {
      const of = mapLeaves(condition.of, map)
      return of.kind === 'constant' ? { kind: 'constant', value: !of.value } : { kind: 'not', of }
    }
    default: {
      // What decides: false decides an and, true an or; the other constant is left out.
      const decisive = condition.kind === 'or'
      const parts = condition.of.map((part) => mapLeaves(part, map))
      const isDecided = parts.some((part) => part.kind === 'constant' && part.value === decisive)
      if (isDecided) return { kind: 'constant', value: decisive }
      const of = parts.filter((part) => part.kind !== 'constant')
      const [first, ...more] = of
      if (!first) return { kind: 'constant', value: !decisive }
      return more.length ? { kind: condition.kind, of } : first
    }
  }
}

/** Prints a condition as CQN tokens; parseCondition reads them as the same condition. */
export function printCondition(condition: Condition): Token[] {
  switch (condition.kind) {
    case 'constant':
      return [{ val: true }, '=', { val: condition.value }]
    case 'leaf':
      return [...condition.tokens]
    case 'not':
      return ['not', { xpr: printCondition(condition.of) }]
    default:
      return condition.of.flatMap((part, index) => {
        const tokens = printCondition(part)
        const operand = part.kind === 'leaf' ? tokens : [{ xpr: tokens }]
        return index ? [condition.kind, ...operand] : operand
      })
  }
}

/**
 * What the draft fields are on each side, active records or drafts: none of them is a column of the active table. Each
 * is a constant, or one of two values depending on whether a partner row exists.
 */

/** Active records, or drafts. */
export type Side = 'active' | 'draft'

/** Which rows an expression is about. */
export interface DraftScope {
  readonly entity: Entity
  readonly side: Side
  /** Whose drafts are visible as siblings. */
  readonly user: string
  /** What a query calls its rows for those within it. */
  readonly alias?: string
  readonly around?: DraftScope
}

/** The entity whose rows a scope is about: the draft table knows its own links. */
export const entityOn = ({ side, entity }: DraftScope): Entity => (side === 'draft' && entity.drafts) || entity

/** A value that is `then` where the condition holds and `otherwise` elsewhere. */
export interface Choice {
  readonly when: Condition
  readonly then: boolean
  readonly otherwise: boolean | null
}

export const leaf = (...tokens: Token[]): Condition => ({ kind: 'leaf', tokens })
export const not = (condition: Condition): Condition =>
  condition.kind === 'constant' ? (condition.value ? FALSE : TRUE) : { kind: 'not', of: condition }

/** The key of the row, at the end of `path`, is among those of the drafts that fulfil `where`. */
export function inDrafts({ entity }: DraftScope, path: readonly Step[], where?: Token[]): Condition {
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

/** What a field is for the rows at the end of a path. */
export function choiceOf(field: string, path: readonly Step[], scope: DraftScope): Choice {
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

/** The properties that CAP adds to draft-enabled entities. */
export const FIELDS: ReadonlySet<string> = new Set([
  'IsActiveEntity',
  'HasActiveEntity',
  'HasDraftEntity',
  'SiblingEntity',
  'DraftAdministrativeData',
])

/** The answer to what cannot be answered truthfully. */
export const unsupported = (ref: readonly Step[]): BadRequest =>
  new BadRequest(`${ref.map(nameOf).join('/')} is not supported in this place of an expression`)

/** Splits a path into the way to a draft-enabled entity and the draft field at its end, if it has one. */
export function locate(
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
