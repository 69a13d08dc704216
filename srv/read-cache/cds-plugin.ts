import cds from '@sap/cds'
import { serveFromCache } from './serve-from-cache.ts'

// Of builds, deployments and the command line, none serves anything.
cds.once('bootstrap', serveFromCache)
