import type { Interceptor } from '../../cap/request.ts'

const COMPUTED = ['HasActiveEntity', 'HasDraftEntity', 'DraftAdministrativeData_DraftUUID'] as const

/**
 * Keeps the columns that tie a draft to its administration out of changes: PUT would set them to null with all other
 * properties that the body leaves out.
 */
export const protectedDraftColumns: Interceptor = (request, next) => {
  if (request.event === 'UPDATE' && request.target?.drafts)
    for (const name of COMPUTED) Reflect.deleteProperty(request.data, name)
  return next()
}
