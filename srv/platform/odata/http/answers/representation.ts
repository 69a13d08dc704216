import type { Response, Concern, Request } from '../../../cap/odata.ts'
import { type JsonFormat, jsonFormatOf, typeOf, type Version, versionOf } from './content-negotiation.ts'
import { isRecord } from '../../protocol/exact-json.ts'

/** Calls back once, right before the answer is sent, with its body: an object, or text. What it returns is sent. */
export const beforeSend = (res: Response, change: (body: unknown) => unknown): void => {
  const send = res.send
  res.send = function sendChanged(this: Response, body?: unknown): Response {
    // Express calls send a second time with the text of an object.
    res.send = send
    return send.call(this, change(body))
  }
}

/** A preference as the client wrote it: quoted texts may hold anything. */
const PREFERENCE = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*("(?:[^"\\]|\\.)*"|[^\s,;]*))?/g

/**
 * One preference of a Prefer header, in either spelling: `maxpagesize` is also found as `odata.maxpagesize`. The first
 * counts.
 *
 * @returns its value ('' if it has none) and the text as the client wrote it, for Preference-Applied
 */
export const preference = (req: Request, name: string): { value: string; text: string } | undefined => {
  const { prefer } = req.headers
  if (!prefer) return undefined
  for (const [text, key = '', value = ''] of String(prefer).matchAll(PREFERENCE))
    if (key.toLowerCase().replace(/^odata\./, '') === name) return { value: value.replace(/^"(.*)"$/, '$1'), text }
  return undefined
}

/** Tells that a preference was followed, once. */
export const tellApplied = (res: Response, text: string): void => {
  const told = [res.get('Preference-Applied') ?? []].flat()
  if (!told.includes(text)) res.append('Preference-Applied', text).vary('Prefer')
}

/** Options that ask for a part of the representation, and so for the representation. */
const ASKS = /[?&](?:\$|%24)(?:select|expand)=/

/** PATCH answers 204 without a body, unless the client asks for the representation; GET and DELETE have nothing else to prefer. */
export const returnPreference: Concern = () => (req, res, next) => {
  const wish = preference(req, 'return')
  const asked = String(req.headers['prefer'] ?? '')
  if ((req.method === 'GET' || req.method === 'DELETE') && wish)
    req.headers['prefer'] = asked.replace(wish.text, 'none')
  if (req.method !== 'PATCH' || wish || ASKS.test(req.url)) return next()
  req.headers['prefer'] = asked ? `${asked}, return=minimal` : 'return=minimal'
  beforeSend(res, (body) => {
    res.removeHeader('Preference-Applied')
    return body
  })
  next()
}

type Row = Record<string, unknown>

/** What is asked of the form of an answer. */
interface Form extends JsonFormat {
  readonly version: Version
  readonly omitsNulls: boolean
  /** Whether rows within rows may have something to change as well. */
  readonly deep: boolean
}

/** Control information that is sent even if the client wants none: a reference is nothing but its id. */
const ALWAYS_SENT = /@odata\.(count|id|nextLink)$/

const isDraftTime = (key: string): boolean => key === 'CreationDateTime' || key === 'LastChangeDateTime'

/** `2026-01-31T12:00:00.123Z` and `2026-01-31T12:00:00Z` with seven fractional digits. */
const withSevenDigits = (time: string): string =>
  time.replace(/(?:\.(\d{1,7}))?Z$/, (_, digits: string = '') => `.${digits.padEnd(7, '0')}Z`)

/** Counts are numbers unless the client cannot read 64-bit numbers; clients of 4.0 find them under both names. */
const setCount = (row: Row, key: string, { ieee754Compatible, version }: Form): void => {
  const count = ieee754Compatible ? String(row[key]) : Number(row[key])
  row[key] = count
  if (version === '4.0') row[key.replace('@odata.count', '@count')] = count
}

const reshape = (value: unknown, form: Form): void => {
  if (Array.isArray(value)) for (const item of value) reshape(item, form)
  else if (isRecord(value))
    for (const key of Object.keys(value)) {
      const field = value[key]
      if (key.endsWith('@odata.count')) setCount(value, key, form)
      else if (form.metadata === 'none' && key.includes('@odata.') && !ALWAYS_SENT.test(key))
        Reflect.deleteProperty(value, key)
      else if (form.omitsNulls && field === null) Reflect.deleteProperty(value, key)
      else if (isDraftTime(key) && typeof field === 'string') value[key] = withSevenDigits(field)
      else if (form.deep) reshape(field, form)
    }
}

/** Control information has no prefix in 4.01, and keeps its place: the context is the first. */
const withShortNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withShortNames)
  if (!isRecord(value) || 'toJSON' in value) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => [key.replace('@odata.', '@'), withShortNames(field)]),
  )
}

const NEXT_FORMAT = /((?:\$|%24)format=)json/

/** CAP writes the link to the next page from the URL that it got, in which $format had been simplified. */
const restoreFormat = (body: Row, option: string): void => {
  const link = body['@odata.nextLink']
  if (typeof link === 'string')
    body['@odata.nextLink'] = link.replace(NEXT_FORMAT, (_, name: string) => name + encodeURIComponent(option))
}

/** Most answers have nothing to change: whether one has is told by the URL. */
const MAY_COUNT = /count/
const MAY_NEST = /expand|DraftAdministrativeData/
const MAY_SHOW_DRAFT_TIMES = /DraftAdministrativeData|\*/

/** The service document is a text that CAP has made, as is metadata, which tells its version itself. */
const fromText = (text: string, { version, metadata }: Form): unknown => {
  const isMade = version === '4.01' || metadata === 'none'
  if (isMade && text.startsWith('{"@odata.')) return JSON.parse(text)
  return version === '4.01' ? text.replace(/^([^]{0,80}(?:<edmx:Edmx |\{"\$)Version"?[=:])"4\.0"/, '$1"4.01"') : text
}

const formOf = (req: Request, url: string): Form => {
  const format = jsonFormatOf(req)
  const omitsNulls = req.method === 'GET' && preference(req, 'omit-values')?.value === 'nulls'
  return {
    ...format,
    version: versionOf(req),
    omitsNulls,
    deep: format.metadata === 'none' || omitsNulls || MAY_NEST.test(url),
  }
}

const change = (body: Row, form: Form, url: string): unknown => {
  const { metadata, omitsNulls, option, version } = form
  if (metadata === 'none' || omitsNulls || MAY_COUNT.test(url) || MAY_SHOW_DRAFT_TIMES.test(url)) reshape(body, form)
  if (option) restoreFormat(body, option)
  return version === '4.01' ? withShortNames(body) : body
}

/** Gives an answer the form that was asked for, when all else about it is said. */
export const representation: Concern = () => (req, res, next) => {
  const { url } = req
  beforeSend(res, (sent) => {
    const form = formOf(req, url)
    const body = typeof sent === 'string' ? fromText(sent, form) : sent
    if (!isRecord(body) || res.statusCode >= 400) return body
    const changed = change(body, form, url)
    if (form.omitsNulls) tellApplied(res, 'omit-values=nulls')
    // There are no annotations but those that every answer has, which all that are asked for are among.
    const annotations = req.method === 'GET' ? preference(req, 'include-annotations') : undefined
    if (annotations) tellApplied(res, annotations.text)
    if (!form.asked) return changed
    // As bytes: express would write the names of parameters in lower case.
    res.set('Content-Type', typeOf(form, form.version))
    return Buffer.from(JSON.stringify(changed))
  })
  next()
}
