import type { Request } from '../../cap/request.ts'
import { findDuplicates } from './duplicates.ts'
import { payloadItems } from './rows.ts'

/**
 * Refuses to create or change an active record whose payload has the same link twice, also when a draft is
 * activated: 409 DUPLICATE_LINK, where the database would give its own error.
 */
export function rejectDuplicates(request: Request): void {
  if (!request.target || request.target.isDraft) return
  const isActivation = (request as unknown as { _?: { event?: string } })._?.event === 'draftActivate'
  for (const items of payloadItems(request.target, request.data))
    for (const { item, column } of findDuplicates(items))
      request.error({
        status: 409,
        code: 'DUPLICATE_LINK',
        message: 'DUPLICATE_LINK',
        target: `${isActivation ? 'in/' : ''}${item.path}${column}`,
      })
}
