import express from 'express'
import { isFixed, isStream } from '../urls/allowed-methods.ts'
import { LONG_TYPES } from '../values/exact-json.ts'
import { endOf } from '../meaning/resource.ts'
import type { Concern, Element } from '../../cap/odata.ts'

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
      const body = { value: valueOf(typeof req.body === 'string' ? req.body : '', element) }
      const text = JSON.stringify(body)
      Object.assign(req, { url: req.url.replace('/$value', ''), body, _raw: text })
      Object.assign(req.headers, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
      })
      next()
    })
  }
}
