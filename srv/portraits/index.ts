/**
 * Portraits for the headers of the pages: `/portraits/person.svg?name=…&hair=…` and their like. Each is drawn by a rule from
 * what its address says, and from nothing else: no data is read, so that there is nothing to protect, and the same address
 * always is the same picture.
 */
import cds from '@sap/cds'
import type { Application } from 'express'
import { drawPerson, drawPlanet, drawPoster } from './pictures.ts'
import { type Facts, readFacts } from './svg.ts'

const DRAWINGS: Readonly<Record<string, (facts: Facts) => string>> = {
  '/portraits/person.svg': drawPerson,
  '/portraits/planet.svg': drawPlanet,
  '/portraits/poster.svg': drawPoster,
}

/** Serves the portraits to everybody. To be called before the server starts. */
export const servePortraits = (): void => {
  cds.on('bootstrap', (app: Application) => {
    for (const [path, draw] of Object.entries(DRAWINGS))
      app.get(path, (req, res) => {
        res
          .set('Cache-Control', 'public, max-age=86400')
          .type('svg')
          .send(draw(readFacts(req.originalUrl)))
      })
  })
}
