import type { ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { RequestHandler, Request } from 'express'
import { Refusal, apiAt, sendError } from './error-answer.ts'
import type { Limits } from './limits.ts'

const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses a parsed JSON body that is deeper or larger than `limits` allow, or that holds reserved keys or characters
 * that no text has. Walks the body without recursion.
 *
 * @throws Refusal 400 or 413.
 */
export const checkBody = (body: unknown, limits: Limits): void => {
  const stack: [value: unknown, depth: number][] = [[body, 1]]
  let values = 0
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const [value, depth] = entry
    if (++values > limits.bodyValues)
      throw new Refusal(413, 'PAYLOAD_TOO_LARGE', `A body has at most ${limits.bodyValues} values.`)
    if (typeof value === 'string') checkText(value)
    if (!isContainer(value)) continue
    if (depth > limits.bodyDepth)
      throw new Refusal(400, 'BODY_TOO_DEEP', `A body nests at most ${limits.bodyDepth} deep.`)
    for (const [key, member] of Object.entries(value)) {
      if (RESERVED_KEYS.has(key)) throw new Refusal(400, 'INVALID_BODY', 'The body has a reserved name.')
      checkText(key)
      stack.push([member, depth + 1])
    }
  }
}

/** What JSON has, and not a stream that stands for a body. */
const isContainer = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

const checkText = (text: string): void => {
  if (text.includes('\0') || !text.isWellFormed())
    throw new Refusal(400, 'INVALID_CHARACTERS', 'The body has characters that no text may have.')
}

/** CAP's preview loads SAPUI5 from here and has scripts in its page. It is served by `cds watch` only. */
const PREVIEW_UI5 = 'https://sapui5.hana.ondemand.com'
const PREVIEW = /^\/(?:\$|%24)fiori-preview\//
const LIVE_RELOAD = ['http://localhost:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'ws://127.0.0.1:*']

/** What decides about the headers. */
interface HeaderOptions {
  readonly isProduction: boolean
  /** Whether `cds watch` puts a script into every page that reloads it. */
  readonly hasLiveReload: boolean
}

/** Names and values, the same for each answer. */
type Headers = readonly (readonly [string, string])[]

const policy = ({ isProduction }: HeaderOptions, ui5: readonly string[], scripts: readonly string[]): Headers => {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...ui5, ...scripts],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'", ...ui5],
        fontSrc: ["'self'", 'data:', ...ui5],
        imgSrc: ["'self'", 'data:', 'blob:', ...ui5],
        connectSrc: ["'self'", ...ui5, ...scripts.filter((source) => !source.startsWith("'"))],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    strictTransportSecurity: isProduction,
  })
  const headers: [string, string][] = []
  const response = {
    setHeader: (name: string, value: string) => headers.push([name, value]),
    removeHeader: () => undefined,
  }
  setHeaders({} as never, response as unknown as ServerResponse, () => undefined)
  return headers
}

/**
 * Security headers for everything that is served. Pages run scripts of this server only, none of them inline; CAP's index
 * sets styles inline. Pages that need something else say so themselves: those of the Fiori apps are in srv/pages.
 */
export const securityHeaders = (options: HeaderOptions): RequestHandler => {
  const reload = options.hasLiveReload ? LIVE_RELOAD : []
  const pages = policy(options, [], reload)
  const preview = policy(options, [PREVIEW_UI5], ["'unsafe-inline'", "'unsafe-eval'", ...reload])
  return (req, res, next) => {
    const isPreview = !options.isProduction && PREVIEW.test(req.path)
    for (const [name, value] of isPreview ? preview : pages) res.setHeader(name, value)
    next()
  }
}

/** Names that mean something to JavaScript and nothing to the model. */
const RESERVED_SEGMENT = /^[^?]*?(?:^|\/)(?:__proto__|constructor|prototype)(?=$|[(?/])/
// eslint-disable-next-line no-control-regex -- refuses what no text has; tabs and line breaks are text
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/**
 * Refuses a URL that is too long for any resource here, or that holds what no client needs. It looks at characters
 * only, so it holds for every path, whoever serves it.
 *
 * @param url path and query, still percent-encoded.
 * @returns the URL decoded.
 * @throws Refusal 400, or 414 for its length.
 */
export const checkUrl = (url: string, maxLength: number): string => {
  if (url.length > maxLength) throw new Refusal(414, 'URL_TOO_LONG', `A URL has at most ${maxLength} characters.`)
  const text = url.includes('%') ? decode(url) : url
  if (CONTROL.test(text)) throw new Refusal(400, 'INVALID_CHARACTERS', 'A URL has no control characters.')
  if (RESERVED_SEGMENT.test(text)) throw new Refusal(404, 'NOT_FOUND', 'There is nothing at this address.')
  return text
}

const decode = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    throw new Refusal(400, 'INVALID_URL', 'The URL has a percent sign that is not part of a percent-encoded character.')
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES: ReadonlySet<string> = new Set(['same-origin', 'none'])

/**
 * Refuses writes that a browser sends on behalf of another site: browsers repeat Basic credentials by themselves.
 * Browsers say where a request comes from in `Sec-Fetch-Site`, older ones in `Origin`; other clients send neither.
 *
 * @param mayWrite tells whether pages of an origin are allowed to all the same.
 * @throws Refusal 403.
 */
const refuseCrossSite = (req: Request, mayWrite: (origin: string) => boolean): void => {
  if (SAFE_METHODS.has(req.method)) return
  const site = req.get('sec-fetch-site')
  const origin = req.get('origin')
  const isOwn = site !== undefined ? OWN_SITES.has(site) : origin === undefined || hostOf(origin) === req.host
  if (!isOwn && !(origin !== undefined && mayWrite(origin)))
    throw new Refusal(403, 'CROSS_SITE_REQUEST', 'Writes from pages of other sites are refused.')
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined)

/** Answers requests that nobody here has to look at, whatever path they are for. */
export const refuseHostile =
  (limits: Limits, mayWrite: (origin: string) => boolean): RequestHandler =>
  (req, res, next) => {
    try {
      if (!isCheckedElsewhere(req.originalUrl, limits.urlLength)) checkUrl(req.originalUrl, limits.urlLength)
      refuseCrossSite(req, mayWrite)
      next()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // The rest of the body is not worth waiting for.
      if (error.status === 414) res.set('Connection', 'close')
      sendError(req, res, error.status, error)
    }
  }

const isCheckedElsewhere = (url: string, maxLength: number): boolean =>
  url.length <= maxLength && apiAt(url)?.checksUrls === true
