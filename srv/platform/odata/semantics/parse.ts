import { asClientError, badRequest } from '../errors/errors.ts'
import { capParser, type Concern, type Request } from '../../cap/odata.ts'

const isResource = ({ path }: Request): boolean => path !== '/' && path !== '/$metadata' && path !== '/$batch'

const isObject = (body: unknown): boolean => typeof body === 'object' && body !== null && !Array.isArray(body)

/** The column that CAP ties a draft to its administration by; it is in no `$metadata`. */
const DRAFT_ID = 'DraftAdministrativeData_DraftUUID'

/** Parses the URL and the body with CAP's own parser, which then passes over them. */
export const parse: Concern = (adapter) => {
  const parser = capParser(adapter)
  return (req, res, next) => {
    if (!isResource(req)) return next()
    if (req.url.includes(DRAFT_ID)) return next(badRequest('BAD_REQUEST', `There is no property "${DRAFT_ID}".`))
    try {
      void parser(req, res, (error?: unknown) => {
        if (error) next(asClientError(error))
        else if (req.body !== undefined && !isObject(req.body))
          next(badRequest('INVALID_BODY', 'The request body must be a JSON object.'))
        else next()
      })
    } catch (error) {
      next(asClientError(error))
    }
  }
}
