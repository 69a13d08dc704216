/** The handlers of the data service, and what its URLs say beyond OData. */
export { completeColumn, completeColumns, listNoColumns, renameColumn } from './column-writes.ts'
export { dataUrls } from './data-urls.ts'
export type { Next } from './record-reads.ts'
export { readLiveRows, completeRecord } from './live-rows.ts'
export { mirrorModel } from './mirror-model.ts'
export { protectModelColumns, protectModelEntities, refuseExisting } from './protect-model.ts'
export { prepareRead } from './record-reads.ts'
