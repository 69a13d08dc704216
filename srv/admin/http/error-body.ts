import { type TObject, Type } from '@sinclair/typebox'
import { type AdminError, type ErrorCode, ERRORS } from '../core/errors.ts'
import { CONFLICT } from '../operations/rows/change-rows/schemas.ts'

/** Statuses 409 and 429 are ours: the contract has no changes of rows, and leaves open what happens beyond the rate limit. */
export const STATUS_MEANINGS: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not found',
  409: 'Conflict',
  429: 'Too many requests',
  500: 'Server error',
  501: 'Not installed',
}
/** Of the Model Context Protocol alone, which has a description of its own. */
export const NOT_INSTALLED = 501

/** The body of errors with a status, with the codes that it may have. */
export const errorSchema = (status: number): TObject => {
  const codes = Object.entries(ERRORS).filter(([, [of]]) => of === status)
  return Type.Object({
    success: Type.Literal(false),
    error: Type.String({ description: 'Short message' }),
    code: Type.Union(codes.map(([code, [, message]]) => Type.Literal(code, { description: message }))),
    details: Type.String({ description: 'Longer explanation' }),
    timestamp: Type.String({ format: 'date-time' }),
    ...(status === 409 && {
      conflicts: Type.Array(CONFLICT, { description: 'Each such row: as read, as it is, as wanted' }),
    }),
  })
}

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
