import type { Entity, Step, Token } from '../../cap/csn.ts'
import { type Condition, FALSE, TRUE } from './condition.ts'
import { sharedKey } from '../../cap/shared-key.ts'

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
