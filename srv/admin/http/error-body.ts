import { type AdminError, type ErrorCode, ERRORS } from '../errors.ts'

/** Body of every error. @see Admin REST API, Errors. */
export interface ErrorBody {
  readonly success: false
  readonly error: string
  readonly code: ErrorCode
  readonly details: string
  readonly timestamp: string
  /** The character of the statement that was sent, from 1; ours. */
  readonly position?: number
  /** Rows that are not as they were read; ours. */
  readonly conflicts?: readonly object[]
}

const NOTHING = { position: undefined, conflicts: undefined }

export const errorBody = (
  code: ErrorCode,
  details: string,
  { position, conflicts }: Pick<AdminError, 'position' | 'conflicts'> = NOTHING,
): ErrorBody => ({
  success: false,
  error: ERRORS[code][1],
  code,
  details,
  timestamp: new Date().toISOString(),
  ...(position !== undefined && { position }),
  ...(conflicts && { conflicts }),
})
