import cds from '@sap/cds'
import {
  completeColumn,
  completeColumns,
  completeRecord,
  dataUrls,
  listNoColumns,
  mirrorModel,
  type Next,
  prepareRead,
  protectModelColumns,
  protectModelEntities,
  readLiveRows,
  refuseExisting,
  renameColumn,
} from './data/index.ts'

/** Generic records, and the metadata of entities, at `/odata/v4/-data`. */
export default class DataService extends cds.ApplicationService {
  readonly rewriteUrls = dataUrls

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

    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it before it listens, which its types do not tell
    cds.once('served', mirrorModel)
    return super.init()
  }
}
