import { annotation, bodyParser, type Concern, type Element, type Request, queriesOf } from '../../../cap/odata.ts'
import { checkBody, compose } from '../../../guard/index.ts'
import { badRequest, requestError } from '../../protocol/errors.ts'
import { limitsInForce } from '../../protocol/limits.ts'
import { isStream, isFixed } from '../urls/resource.ts'
import { endOf } from '../../meaning/resource.ts'
import { textBefore } from '../../url/query.ts'
import express from 'express'
import { LONG_TYPES } from '../../protocol/exact-json.ts'

/** Methods that may come with a body. */
export const WITH_BODY: readonly string[] = ['POST', 'PUT', 'PATCH']

/** Whether a body comes along, which may be empty. */
export const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether a stream takes bytes of this type: the model may name types, or kinds of them such as `image/*`. */
const acceptable = (type: string, element: Element): boolean => {
  const types = annotation(element, '@Core.AcceptableMediaTypes') as readonly string[] | undefined
  const name = textBefore(type, ';').trim().toLowerCase()
  return !types?.length || [name, name.replace(/\/.*/, '/*'), '*/*'].some((each) => types.includes(each))
}

/**
 * A record is written from JSON, and a stream from bytes of any type that it takes. CAP takes a body of some other types
 * for none, and creates an empty record from that: a form on the page of another site could do so. It also knows the
 * type in lower case only.
 */
export const bodyType: Concern = (adapter) => (req, _res, next) => {
  const type = req.headers['content-type'] ?? ''
  if (!WITH_BODY.includes(req.method) || !hasBody(req)) return next()
  const { kind, element } = endOf(req.path, adapter.service) ?? {}
  const isOfStream = (kind === 'property' || kind === 'value') && isStream(element)
  if (isOfStream && req.method !== 'PUT')
    return next(requestError(405, 'METHOD_NOT_ALLOWED', 'A stream is replaced by PUT.'))
  if (/^application\/json\s*(;|$)/i.test(type)) {
    req.headers['content-type'] = type.replace(/^[^;]*/, 'application/json')
    next()
  } else if (isOfStream && element && acceptable(type, element)) next()
  else {
    const message = isOfStream ? 'Bytes of this type are not taken here.' : 'The request body must be application/json.'
    next(requestError(415, 'UNSUPPORTED_MEDIA_TYPE', message))
  }
}

/** Reads a JSON body early, for what makes another request of one. */
export const jsonBody: Concern = (adapter) => compose([bodyType(adapter), bodyParser(adapter)])

/** Puts a body in the place of the one that was sent. */
export const replaceBody = (req: Request, body: object): void => {
  const text = JSON.stringify(body)
  Object.assign(req, { body, _raw: text })
  Object.assign(req.headers, { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) })
}

/** An action may come without a body: none here has a parameter that must be given. */
export const isAction = (req: Request): boolean => {
  const segment = queriesOf(req)[0]?.SELECT?.from.ref?.at(-1)
  return typeof segment === 'object' && segment.operation !== undefined
}

/** A record is written from a body: CAP creates an empty one from nothing. */
export const bodyPresence: Concern = () => (req, _res, next) => {
  if (!WITH_BODY.includes(req.method) || hasBody(req) || isAction(req)) next()
  else next(badRequest('INVALID_BODY', 'This needs a request body, which may be {}.'))
}

/** Refuses bodies that nest too deep, hold too much, or hold what no database takes. */
export const bodyLimits: Concern = () => {
  const limits = limitsInForce()
  return (req, _res, next) => {
    checkBody(req.body, limits)
    next()
  }
}

/** A text as the value that JSON has for it; what is no value of its type is left for the check of types. */
const valueOf = (text: string, { _type = '' }: Element): unknown => {
  if (_type === 'cds.Boolean') return text === 'true' || (text === 'false' ? false : text)
  const isNumber = /^cds\.(?:U?Int\d+|Integer|Double)$/.test(_type) && !LONG_TYPES.has(_type)
  return isNumber && /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : text
}

/**
 * `PUT …/name/$value` of a plain text sets the property, as its value in JSON does without `/$value`.
 *
 * @see OData 4.01 Protocol, section 11.4.9.1: Update a Primitive Property
 */
export const rawValue: Concern = (adapter) => {
  const readBody = express.text({ ...adapter.body_parser_options, type: () => true })
  return (req, res, next) => {
    const isText = /^text\/plain\s*(?:;|$)/i.test(req.headers['content-type'] ?? '')
    if (req.method !== 'PUT' || !isText || !req.path.endsWith('/$value')) return next()
    const { kind, element } = endOf(req.path, adapter.service) ?? {}
    if (kind !== 'value' || !element?._type || isStream(element) || isFixed(element)) return next()
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- express types its own request so
    readBody(req, res, (error?: unknown) => {
      if (error) return next(error)
      req.url = req.url.replace('/$value', '')
      replaceBody(req, { value: valueOf(typeof req.body === 'string' ? req.body : '', element) })
      next()
    })
  }
}
