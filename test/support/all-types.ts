/** A server of the platform's rooms around a model with every type of CDS, which knows nothing of films. */
import { startModel } from './model-server.ts'
import type { Database } from './server-on.ts'
import type { ServerProcess } from './server-process.ts'

/** Starts it, with tables that are empty. */
export const startAllTypes = (database: Database): Promise<ServerProcess> =>
  startModel('all-types', database, { vectors: { model: 'vectors' } })
