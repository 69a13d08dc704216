import { type Element, elementOf, type Entity, nameOf, type Step } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { DraftScope, Side } from './choices.ts'

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
