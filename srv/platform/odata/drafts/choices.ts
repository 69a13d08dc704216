import { type Entity, type Step, type Token, type Element, elementOf, nameOf } from '../../cap/csn.ts'
import { type Condition, FALSE, TRUE } from './condition.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { BadRequest } from '../errors/bad-request.ts'
import cds from '@sap/cds'

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

const DEFAULT_TIMEOUT = '15min'

const timeoutMs = (): number => {
  const { fiori } = cds.env as unknown as { fiori?: { draft_lock_timeout?: true | string | number } }
  const { ms4 } = cds.utils as unknown as { ms4: (duration: string) => number }
  const configured = fiori?.draft_lock_timeout
  if (typeof configured === 'number') return configured
  return ms4(typeof configured === 'string' ? configured : DEFAULT_TIMEOUT)
}

/** Locks of drafts that were last changed before this instant have ended. */
// eslint-disable-next-line no-restricted-properties -- CAP compares dates in the database with this clock as well
const lockedSince = (): string => new Date(Math.max(0, Date.now() - timeoutMs())).toISOString()

/** The user who holds a draft, as an expression over its administrative data; empty after the lock has ended. */
export const lockOwner = (): Token[] => [
  'case',
  'when',
  { ref: ['DraftAdministrativeData', 'LastChangeDateTime'] },
  '<',
  { val: lockedSince() },
  'then',
  { val: '' },
  'else',
  { ref: ['DraftAdministrativeData', 'InProcessByUser'] },
  'end',
]
