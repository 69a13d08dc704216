import { createRequire } from 'node:module'
import type { Application } from 'express'

const require = createRequire(import.meta.url)

/** Links that CAP makes of the pages that it finds in `app/`, where they have another address. */
const PAGE_LINK = /href="([\w-]+)\/(?:(?:webapp|dist)\/)?index(?:_de)?\.html"/g

/** Serves CAP's own index, which has a link for each entity, at `/$index`: `/` is the landing page. */
export const serveCapIndex = (app: Application): void => {
  app.get(/^\/(?:\$|%24)index$/, (_req, res) => {
    // Written when it is first asked for, since it lists what is served by then.
    const { html } = require('@sap/cds/app/index.js') as { html: string }
    res.type('html').send(html.replace(PAGE_LINK, (_, name: string) => `href="${name === 'home' ? '/' : `${name}/`}"`))
  })
}
