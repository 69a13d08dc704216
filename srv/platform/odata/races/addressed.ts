import { type Entity, nameOf, type Step, type Token } from '../../cap/csn.ts'
import { allEntities, entityNamed } from '../../cap/definitions.ts'
import { baseOf } from '../../cap/model.ts'
import type { Request } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { ownerOf, type Records } from './root-of.ts'

/** The record of a service that a change is about: as it is active, as it is a draft, or both. */
export interface Addressed extends Records {
  readonly isActive: boolean
  readonly isDraft: boolean
}

const isActiveKey = (token: Token | undefined): boolean =>
  typeof token === 'object' && token.ref?.[0] === 'IsActiveEntity'

/** What a key predicate says of the columns of a table: CAP writes it as comparisons in a row. */
function columnsIn(where: readonly Token[]): Token[] {
  const comparisons = where.flatMap((_, at) => (at % 4 || isActiveKey(where[at]) ? [] : [where.slice(at, at + 3)]))
  return comparisons.flatMap((comparison, at) => (at ? ['and', ...comparison] : comparison))
}

const isDraftKey = (where: readonly Token[]): boolean =>
  where.some((token, at) => {
    const value = where[at + 2]
    return isActiveKey(token) && typeof value === 'object' && value.val === false
  })

const pathOf = ({ query }: Request): readonly Step[] =>
  query?.UPDATE?.entity.ref ?? query?.DELETE?.from.ref ?? query?.INSERT?.into.ref ?? query?.SELECT?.from.ref ?? []

/** Where a part is created beside its owner, it is the owner that counts. */
function ownerInBody({ event, data }: Request, part: Entity): Addressed | undefined {
  const owner = ownerOf(baseOf(part))
  const key = owner && data[owner.column]
  const entity = owner && allEntities().find((each) => each._service === part._service && baseOf(each) === owner.entity)
  if (!entity || key === undefined || key === null) return undefined
  const isDraft = event === 'NEW'
  return { entity, where: [{ ref: [sharedKey(entity)] }, '=', { val: key }], isActive: !isDraft, isDraft }
}

/** The record that a request is to change, or whose parts it is to change, if it says one. */
export function addressed(request: Request): Addressed | undefined {
  const [first, second] = pathOf(request)
  const entity = first === undefined ? undefined : entityNamed(nameOf(first))
  if (!entity?.elements) return undefined
  if (typeof first !== 'object' || !first.where) return request.query?.INSERT && ownerInBody(request, entity)
  const where = columnsIn(first.where)
  if (!where.length) return undefined
  const isDraft = isDraftKey(first.where)
  // Actions lead from one to the other, and the administration of a draft belongs to both.
  const isBoth = request.query?.SELECT !== undefined || second === 'DraftAdministrativeData'
  return { entity, where, isActive: isBoth || !isDraft, isDraft: isBoth || isDraft }
}
