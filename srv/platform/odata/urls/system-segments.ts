import { badRequest } from '../errors/errors.ts'
import { textBefore } from './text-before.ts'
import type { Concern } from '../../cap/odata.ts'

/** Segments of a path that OData has and services may leave out; CAP would take them for keys. */
const NOT_OFFERED = /\/(?:\$|%24)(crossjoin|delta|each|filter|query)(?=[/(]|$)/

/** A segment that OData knows and that is not offered here; keys in quotes are passed over. */
export const missingSegment = (path: string): string | undefined => {
  const [, name] = NOT_OFFERED.exec(path.replace(/'[^']*'/g, "''")) ?? []
  return name && `$${name}`
}

/**
 * Cross joins, changes since a time, and what stands for all members of a collection are refused by name.
 *
 * @see OData URL Conventions 4.01, section 4
 */
export const systemSegments: Concern = () => (req, _res, next) => {
  const path = textBefore(req.url, '?')
  const segment = /\$|%24/.test(path) ? missingSegment(path) : undefined
  next(segment && badRequest('NOT_SUPPORTED', `The path segment "${segment}" is not offered.`))
}
