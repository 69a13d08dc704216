import cds from '@sap/cds'
import { endStatements } from '../hana/index.ts'
import {
  engineFunctions,
  findTargetsTogether,
  flatStructures,
  laterStamps,
  limitCopies,
  markDatabaseErrors,
  noteLosses,
  plainMaps,
  tellFirstFailures,
  connectionFunctions,
} from '../odata/index.ts'
import {
  beginWithPartners,
  orderByKeys,
  pageFirst,
  planLimitsOnce,
  rememberQueries,
  rememberStatements,
  takeTurns,
} from '../plans/index.ts'
import { endLongTransactions } from '../process/index.ts'
import { readBeside } from '../readers/index.ts'

/** Puts something around a CAP database service, or into it. */
export type Layer = (service: unknown) => void

/**
 * All that is put around the database service that CAP connects, from the inside out: what stands later is asked first.
 * To be called before the server starts.
 *
 * @param watchChanges - tells the cache which tables are read and changed
 */
export const aroundDatabase = (watchChanges: Layer): void => {
  const layers: readonly Layer[] = [
    // What SQL has, before anything is prepared.
    engineFunctions,
    connectionFunctions,
    // Where statements run, which all that follows is to see.
    readBeside,
    watchChanges,
    endStatements,
    endLongTransactions,
    takeTurns,
    // What is asked of it.
    findTargetsTogether,
    limitCopies,
    // How queries become SQL.
    flatStructures,
    planLimitsOnce,
    beginWithPartners,
    orderByKeys,
    pageFirst,
    laterStamps,
    rememberStatements,
    // After all that changes a translation, which it keeps.
    rememberQueries,
    // Before a query is taken for one of a shape.
    plainMaps,
    // Outermost, since the others may fail as well.
    markDatabaseErrors,
    tellFirstFailures,
    noteLosses,
  ]
  cds.on('connect', (service: unknown) => {
    if (!(service as { isDatabaseService?: boolean }).isDatabaseService) return
    for (const layer of layers) layer(service)
  })
}
