import { AdminError } from '../core/errors.ts'

/** @throws AdminError `LIMIT_TOO_LARGE` when a request asks for more than the configuration allows. */
export const refuseMore = (field: string, wanted: number | undefined, most: number): void => {
  if (wanted !== undefined && wanted > most) throw new AdminError('LIMIT_TOO_LARGE', `'${field}' is at most ${most}`)
}
