import cds from '@sap/cds'
import { completeColumn, completeColumns, listNoColumns, renameColumn } from './data/column-writes.ts'
import type { Next } from './data/http-request.ts'
import { readLiveRows } from './data/live-rows.ts'
import { mirrorModel } from './data/mirror-model.ts'
import { protectModelColumns, protectModelEntities } from './data/protect-model.ts'
import { completeRecord } from './data/record-companions.ts'
import { prepareRead } from './data/record-reads.ts'
import { refuseExisting } from './data/refuse-existing.ts'

/** Generic records, and the metadata of entities, at `/odata/v4/-data`. */
export default class DataService extends cds.ApplicationService {
  override init(): Promise<void> {
    const DATA = 'Data'
    const ENTITIES = 'Entities'
    const COLUMNS = 'Entities_columns'

    this.before(['CREATE', 'UPDATE'], DATA, completeRecord)
    this.before('CREATE', [DATA, ENTITIES], refuseExisting)
    this.before('READ', DATA, prepareRead)
    this.on('READ', DATA, (req, next) => readLiveRows(req, next as Next))

    this.before(['UPDATE', 'DELETE'], ENTITIES, protectModelEntities)
    this.before(['CREATE', 'UPDATE'], ENTITIES, completeColumns)
    this.after('READ', ENTITIES, listNoColumns)

    this.before(['UPDATE', 'DELETE'], COLUMNS, protectModelColumns)
    this.before('CREATE', COLUMNS, completeColumn)
    this.on('UPDATE', COLUMNS, (req, next) => renameColumn(req, next as Next))

    cds.once('served', mirrorModel)
    return super.init()
  }
}
