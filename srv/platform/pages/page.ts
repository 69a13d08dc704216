import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler } from 'express'

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
