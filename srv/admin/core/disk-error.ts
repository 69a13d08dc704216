import { AdminError } from './errors.ts'

/** Whether something thrown is a system error with one of the codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code))

/** What clients are told of a disk that takes no more; any other error as it is. */
export const diskError = (cause: unknown): unknown => {
  if (hasCode(cause, 'ENOSPC', 'EDQUOT'))
    return new AdminError('INTERNAL_ERROR', 'The disk for files is full', { cause })
  return hasCode(cause, 'EROFS')
    ? new AdminError('INTERNAL_ERROR', 'The disk for files is read-only', { cause })
    : cause
}
