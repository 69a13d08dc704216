/** The pages for people: the landing page and the Fiori apps, as they lie in `app/<name>/webapp`; nothing there is built. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import express, { type Application } from 'express'
import cds from '@sap/cds'
import { serveCapIndex } from './cap-index.ts'
import { findLocalUi5 } from './local-ui5.ts'
import { missingPage } from './missing-page.ts'
import { nameFields } from './name-fields.ts'
import { servePage } from './page.ts'
import { allowUi5 } from './policy.ts'

/** The folder of the landing page, which is at `/` as well. */
const HOME = 'home'

/** Where the files of SAPUI5 are, on a server that has them. */
const RESOURCES = '/resources'

/** What is not for pages is not compared with the address of each of them. */
const SERVICES = /^\/(?:odata|api)\//

/** Serves the pages to everybody: they hold no data. To be called before the server starts. */
export const servePages = (): void => {
  nameFields()
  cds.on('bootstrap', (app: Application) => {
    const { folders, server } = cds.env as unknown as { folders: { app: string }; server: { index?: boolean } }
    const root = join(cds.root, folders.app)
    const ui5 = findLocalUi5(cds.root)
    if (server.index === true) serveCapIndex(app)
    const pages = express.Router()
    app.use((req, res, next) => {
      if (SERVICES.test(req.path)) next()
      else pages(req, res, next)
    })
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
    cds.app.use((req, res, next) => {
      if (SERVICES.test(req.path)) next()
      else page(req, res, next)
    })
  })
}

const pagesIn = (root: string): string[] =>
  existsSync(root) ? readdirSync(root).filter((name) => existsSync(join(root, name, 'webapp'))) : []
