import { badRequest } from '../errors/errors.ts'
import type { Concern } from '../../cap/odata.ts'

const isUrl = (value: unknown): boolean => typeof value === 'string' || value === null

const areValid = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, field]) => (name.endsWith('@odata.bind') ? isUrl(field) : areValid(field)))
}

/** The URLs that bind a new record to others are texts: CAP takes that for granted. */
export const bindings: Concern = () => (req, _res, next) => {
  const { _raw: text } = req as { _raw?: string }
  if (!text?.includes('bind"') || areValid(req.body)) next()
  else next(badRequest('INVALID_BODY', 'The value of "@odata.bind" must be the URL of one record, or null.'))
}
