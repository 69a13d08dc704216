import { badRequest, requestError } from '../../protocol/errors.ts'
import type { Concern, Request, Failure, ServedService } from '../../../cap/odata.ts'
import { isStream } from '../urls/resource.ts'
import { endOf } from '../../meaning/resource.ts'

export type Version = '4.0' | '4.01'

const versions = new WeakMap<Request, Version>()

/** The version that a request is answered in. */
export const versionOf = (req: Request): Version => versions.get(req) ?? '4.0'

const isVersion = (text: string): boolean => /^\d+(\.\d+)?$/.test(text)

/**
 * Answers are of OData 4.01 for those who say that they understand it, and of 4.0 for all others, as they always were.
 * None are older.
 *
 * @see OData 4.01 Protocol, sections 8.1.5, 8.2.4 and 8.2.7: Headers OData-Version, Isolation and OData-MaxVersion
 */
export const protocolVersion: Concern = () => (req, res, next) => {
  const { 'odata-version': version, 'odata-maxversion': most = version } = req.headers
  const isNew = isVersion(String(most)) && Number(most) >= 4.01
  if (isNew) versions.set(req, '4.01')
  res.set('OData-Version', versionOf(req))
  res.vary('OData-Version, OData-MaxVersion')
  if (version !== undefined && version !== '4.0' && version !== '4.01')
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-Version must be 4.0 or 4.01.'))
  if (most !== undefined && !(isVersion(String(most)) && Number(most) >= 4))
    return next(badRequest('UNSUPPORTED_ODATA_VERSION', 'OData-MaxVersion must be 4.0 or higher.'))
  // No isolation is defined but that of snapshots, which OData demands to refuse where it is not offered.
  if (req.headers['odata-isolation'] !== undefined || req.headers['isolation'] !== undefined)
    return next(requestError(412, 'ISOLATION_NOT_OFFERED', 'No isolation is offered beyond that of a single request.'))
  next()
}

/** How the client wants its JSON, and whether it named any parameter of it. */
export interface JsonFormat {
  readonly metadata: 'minimal' | 'none' | 'full'
  readonly ieee754Compatible: boolean
  readonly asked?: boolean
  /** The $format option, to be repeated in links to further pages. */
  readonly option?: string
}

const PLAIN: JsonFormat = { metadata: 'minimal', ieee754Compatible: false }

const formats = new WeakMap<Request, JsonFormat>()

export const jsonFormatOf = (req: Request): JsonFormat => formats.get(req) ?? PLAIN

/** The media type of an answer, with what was asked for. */
export const typeOf = ({ metadata, ieee754Compatible }: JsonFormat, version: Version): string => {
  const prefix = version === '4.0' ? 'odata.' : ''
  return `application/json;${prefix}metadata=${metadata}${ieee754Compatible ? ';IEEE754Compatible=true' : ''};charset=utf-8`
}

/** Parameters of application/json with the values that can be served. */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  metadata: /^(minimal|none|full)$/,
  ieee754compatible: /^(true|false)$/,
  exponentialdecimals: /^(true|false)$/,
  streaming: /^(true|false)$/,
  charset: /^utf-?8$/,
}

const isServed = ({ type, parameters }: MediaRange): boolean => {
  if (type === '*/*' || type === 'application/*') return true
  return type === 'application/json' && [...parameters].every(([name, value]) => PARAMETERS[name]?.test(value))
}

const jsonFormat = ({ type, parameters }: MediaRange): JsonFormat => {
  if (type !== 'application/json' || parameters.size === 0) return PLAIN
  const metadata = (parameters.get('metadata') ?? 'minimal') as JsonFormat['metadata']
  return { metadata, ieee754Compatible: parameters.get('ieee754compatible') === 'true', asked: true }
}

const notAcceptable = (): Failure => requestError(406, 'NOT_ACCEPTABLE', 'Data is served as application/json.')

/** The best of the JSON formats that the client accepts. */
const accepted = (accept: string): JsonFormat | undefined => {
  const ranges = accept.split(',').map(readMediaRange)
  const [best] = ranges.filter((range) => range.quality > 0 && isServed(range)).sort((a, b) => b.quality - a.quality)
  return best && jsonFormat(best)
}

const FORMAT_OPTION = /([?&](?:\$|%24)format=)([^&]*)/

/** $format outweighs Accept. `json` is short for application/json. */
const demanded = (option: string): JsonFormat | undefined => {
  const range = readMediaRange(option.toLowerCase() === 'json' ? 'application/json' : option)
  if (range.type !== 'application/json' || !isServed(range)) return undefined
  return { ...jsonFormat(range), option }
}

const isMetadata = (req: Request): boolean => req.path === '/$metadata'

/** Raw values and counts are text, for which the Accept header is not looked at; CAP looks at it for streams. */
const isRaw = ({ path }: Request, service: ServedService): boolean =>
  path.endsWith('/$count') || path.endsWith('/$value') || isStream(endOf(path, service)?.element)

const refusal = (req: Request, service: ServedService): Failure | undefined => {
  const option = FORMAT_OPTION.exec(req.url)?.[2]
  if (option !== undefined) {
    const format = demanded(decodeURIComponent(option))
    if (!format) return option ? notAcceptable() : badRequest('UNSUPPORTED_FORMAT', 'The value of $format is missing.')
    formats.set(req, format)
    req.url = req.url.replace(FORMAT_OPTION, '$1json')
    return undefined
  }
  const { accept } = req.headers
  if (!accept || accept === '*/*' || accept === 'application/json') return undefined
  if (isRaw(req, service) || req.method === 'DELETE') return undefined
  const format = accepted(accept)
  if (!format) return notAcceptable()
  formats.set(req, format)
  return undefined
}

const NO_METADATA = '$metadata is served as application/xml and json.'

/** Whether a client that understands 4.01, the first version with metadata in JSON, likes that best. */
const prefersJson = (req: Request, ranges: readonly MediaRange[]): boolean => {
  const [best] = ranges.filter(({ quality }) => quality > 0).toSorted((a, b) => b.quality - a.quality)
  return best?.type === 'application/json' && versionOf(req) === '4.01'
}

/** $metadata is served as XML, and as JSON to those who ask for it: clients of 4.0 accept JSON for data alone. */
const metadataRefusal = (req: Request): Failure | undefined => {
  const option = FORMAT_OPTION.exec(req.url)?.[2]
  if (option !== undefined)
    return /^(xml|json|application\/(xml|json)\b.*)$/i.test(decodeURIComponent(option))
      ? undefined
      : requestError(406, 'NOT_ACCEPTABLE', NO_METADATA)
  const ranges = (req.headers.accept ?? '*/*').split(',').map(readMediaRange)
  const isFound = ranges.some(({ type, quality }) => quality > 0 && /^(\*|application)\/(\*|xml|json)$/.test(type))
  req.headers.accept = prefersJson(req, ranges) ? 'application/json' : 'application/xml'
  return isFound ? undefined : requestError(406, 'NOT_ACCEPTABLE', NO_METADATA)
}

/** Answers in the format that the client accepts, or tells that it cannot. $batch has formats of its own. */
export const contentNegotiation: Concern =
  ({ service }) =>
  (req, _res, next) => {
    if (req.path === '/$batch') return next()
    next(isMetadata(req) ? metadataRefusal(req) : refusal(req, service))
  }

/** One of what an Accept header lists. */
export interface MediaRange {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** Reads a media type with its parameters, names and values in lower case, without `odata.` in front of their names. */
export const readMediaRange = (text: string): MediaRange => {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const pairs = rest.filter(Boolean).map((part) => part.split('=').map((side) => side.trim().replace(/^"(.*)"$/, '$1')))
  const parameters = new Map(pairs.map(([name = '', value = '']) => [name.replace(/^odata\./, ''), value]))
  const quality = Number(parameters.get('q') ?? 1)
  parameters.delete('q')
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality }
}
