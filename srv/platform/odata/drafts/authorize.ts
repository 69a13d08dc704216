import cds from '@sap/cds'
import type { Entity } from '../../cap/csn.ts'
import type { Request, Transaction } from '../../cap/request.ts'
import { sharedKey } from '../../cap/shared-key.ts'

/**
 * Throws where a user must not edit a draft-enabled entity. CAP asks for no role where a draft is changed or
 * discarded, as it lets owners only; but a draft whose lock is free, or has ended, has no owner.
 */
export async function authorizeEdit({ user }: Request, entity: Entity, tx: Transaction, key: unknown): Promise<void> {
  const query = cds.ql.SELECT.from(entity.name).where({ [sharedKey(entity)]: key })
  await tx.handle_authorization?.(new cds.Request({ event: 'EDIT', query, target: entity, tx, user } as never))
}

/** The same for a request that discards a draft. */
export async function authorizeDiscard(request: Request): Promise<void> {
  const { target, tx } = request
  if (target?.isDraft && target.actives)
    await authorizeEdit(request, target.actives, tx, request.data[sharedKey(target)])
}
