import { AdminError } from '../errors.ts'
import { hasCode } from './has-code.ts'

/** What clients are told of a disk that takes no more; any other error as it is. */
export const diskError = (cause: unknown): unknown => {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return new AdminError('INTERNAL_ERROR', 'The disk for files is full', { cause })
  return hasCode(cause, 'EROFS')
    ? new AdminError('INTERNAL_ERROR', 'The disk for files is read-only', { cause })
    : cause
}
