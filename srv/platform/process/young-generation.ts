import { setFlagsFromString } from 'node:v8'
import cds from '@sap/cds'

/** V8's own. */
const GROWTH = 2

/** Lets the young generation of V8 grow as usual once the server listens; `srv/server.js` has kept it small until then. */
export const growWhenListening = (): void => {
  cds.once('listening', () => setFlagsFromString(`--semi-space-growth-factor=${GROWTH}`))
}
