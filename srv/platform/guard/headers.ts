import type { ServerResponse } from 'node:http'
import helmet from 'helmet'
import type { RequestHandler } from 'express'

/** CAP's preview loads SAPUI5 from here and has scripts in its page. It is served by `cds watch` only. */
const PREVIEW_UI5 = 'https://sapui5.hana.ondemand.com'
const PREVIEW = /^\/(?:\$|%24)fiori-preview\//
const LIVE_RELOAD = ['http://localhost:*', 'http://127.0.0.1:*', 'ws://localhost:*', 'ws://127.0.0.1:*']

/** What decides about the headers. */
export interface HeaderOptions {
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
