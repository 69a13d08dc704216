import type { Application } from 'express'
import { indexPage } from '../cap/index-page.ts'

/** Links that CAP makes of the pages that it finds in `app/`, where they have another address. */
const PAGE_LINK = /href="([\w-]+)\/(?:(?:webapp|dist)\/)?([\w-]+\.html)"/g
const ITSELF = /^index(?:_de)?\.html$/

/** Serves CAP's own index, which has a link for each entity, at `/$index`: `/` is the landing page. */
export const serveCapIndex = (app: Application): void => {
  app.get(/^\/(?:\$|%24)index$/, (_req, res) => {
    res.type('html').send(
      indexPage().replace(PAGE_LINK, (_, folder: string, file: string) => {
        if (!ITSELF.test(file)) return `href="${folder}/${file}"`
        return `href="${folder === 'home' ? '/' : `${folder}/`}"`
      }),
    )
  })
}
