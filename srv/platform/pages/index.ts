import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readFile } from 'node:fs/promises'
import express, { type Application, type RequestHandler } from 'express'
import cds from '@sap/cds'
import { nameFields } from './name-fields.ts'
import { indexPage } from '../cap/unpublished.ts'

/** The pages for people: the landing page and the Fiori apps, as they lie in `app/<name>/webapp`; nothing there is built. */

/** Where the pages load SAPUI5 from: scripts, styles, fonts, pictures, and its data about itself. */
const UI5 = 'https://ui5.sap.com'
const DIRECTIVES = /\b(?:script|style|font|img|connect)-src [^;]+/g

/** Allows SAPUI5's delivery network to a page, on top of the policy that holds for everything here. */
const allowUi5: RequestHandler = (_req, res, next) => {
  const policy = res.get('Content-Security-Policy') ?? ''
  res.set('Content-Security-Policy', policy.replace(DIRECTIVES, `$& ${UI5}`))
  next()
}

/**
 * Finds SAPUI5 where `npm run ui5` puts it, for tests and networks without the internet: `.ui5/<version>/resources`.
 *
 * @returns the folder that the pages' address of SAPUI5 stands for; undefined where there is none.
 */
export const findLocalUi5 = (root: string): string | undefined => {
  const folder = join(root, '.ui5')
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions
    .map((version) => join(folder, version, 'resources'))
    .find((resources) => existsSync(join(resources, 'sap-ui-version.json')))
}

/**
 * Answers an address at which there is nothing with a page, where somebody looks at it: programs get what they get
 * elsewhere. In German to those whose browser asks for it.
 *
 * @param folder of `missing.html` and `missing_de.html`.
 */
const missingPage =
  (folder: string): RequestHandler =>
  (req, res, next) => {
    const isLooking = req.method === 'GET' && req.accepts(['json', 'html']) === 'html'
    if (!isLooking) return next()
    const file = req.acceptsLanguages('en', 'de') === 'de' ? 'missing_de.html' : 'missing.html'
    res.status(404).set('Cache-Control', 'no-store').vary('Accept-Language').sendFile(join(folder, file))
  }

/** Links that CAP makes of the pages that it finds in `app/`, where they have another address. */
const PAGE_LINK = /href="([\w-]+)\/(?:(?:webapp|dist)\/)?([\w-]+\.html)"/g
const ITSELF = /^index(?:_de)?\.html$/

/** Serves CAP's own index, which has a link for each entity, at `/$index`: `/` is the landing page. */
const serveCapIndex = (app: Application): void => {
  app.get(/^\/(?:\$|%24)index$/, (_req, res) => {
    res.type('html').send(
      indexPage().replace(PAGE_LINK, (_, folder: string, file: string) => {
        if (!ITSELF.test(file)) return `href="${folder}/${file}"`
        return `href="${folder === 'home' ? '/' : `${folder}/`}"`
      }),
    )
  })
}

/** The folder of the landing page, which is at `/` as well. */
const HOME = 'home'

/** Where the files of SAPUI5 are, on a server that has them. */
const RESOURCES = '/resources'

/** Where pages may be: requests for services skip their routes. */
const BESIDE_SERVICES = /^(?!\/(?:odata|api)\/)/

/** Serves the pages to everybody: they hold no data. To be called before the server starts. */
export const servePages = (): void => {
  nameFields()
  cds.on('bootstrap', (app: Application) => {
    const { folders, server } = cds.env as unknown as { folders: { app: string }; server: { index?: boolean } }
    const root = join(cds.root, folders.app)
    const ui5 = findLocalUi5(cds.root)
    if (server.index === true) serveCapIndex(app)
    const pages = express.Router()
    app.use(BESIDE_SERVICES, pages)
    if (ui5 !== undefined) pages.use(RESOURCES, express.static(ui5, { index: false, redirect: false, maxAge: '1d' }))
    for (const name of pagesIn(root)) {
      const folder = join(root, name, 'webapp')
      const page = servePage(folder, ui5 && RESOURCES)
      if (name === HOME) pages.get('/', page)
      if (existsSync(join(folder, 'manifest.json'))) pages.use(`/${name}`, allowUi5)
      pages.use(`/${name}`, page, express.static(folder))
    }
  })
}

/** Answers what is nowhere with a page, where somebody looks. To be called after all others who mount something. */
export const serveMissingPage = (): void => {
  cds.on('served', () => {
    const { folders } = cds.env as unknown as { folders: { app: string } }
    const page = missingPage(join(cds.root, folders.app, HOME, 'webapp'))
    cds.app.use(BESIDE_SERVICES, page)
  })
}

const pagesIn = (root: string): string[] =>
  existsSync(root) ? readdirSync(root).filter((name) => existsSync(join(root, name, 'webapp'))) : []

/** SAPUI5 as the pages name it, of whatever version. */
const DELIVERY_NETWORK = /https:\/\/ui5\.sap\.com\/[\d.]+\/resources(?=\/)/g

const languageOf = (query: string | undefined): string | undefined =>
  new URLSearchParams(query).get('sap-language')?.slice(0, 2).toLowerCase()

/**
 * Serves the page of a folder: where there is an `index_de.html`, in the language that the address asks for as SAPUI5 has it,
 * `?sap-language=de`, else in that of the browser; and with SAPUI5 from this server where that has it.
 *
 * @param resources where the files of SAPUI5 are on this server; undefined leaves them to its delivery network.
 */
export const servePage = (folder: string, resources: string | undefined): RequestHandler => {
  const isPage = existsSync(join(folder, 'index.html'))
  const isTranslated = existsSync(join(folder, 'index_de.html'))
  return async (req, res, next) => {
    const [path, query] = req.originalUrl.split('?', 2)
    // Without the slash at the end the page would look for its files in the wrong place: it is redirected by express.
    if (!isPage || (path !== `${req.baseUrl}/` && path !== `${req.baseUrl}/index.html`)) return next()
    if (isTranslated) res.vary('Accept-Language')
    const isGerman = isTranslated && (languageOf(query) ?? req.acceptsLanguages('en', 'de')) === 'de'
    const html = await readFile(join(folder, isGerman ? 'index_de.html' : 'index.html'), 'utf8')
    res.set('Cache-Control', 'no-cache').type('html')
    res.send(resources === undefined ? html : html.replace(DELIVERY_NETWORK, resources))
  }
}
