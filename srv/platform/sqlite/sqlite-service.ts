import { BaseSqliteService } from '../cap/sqlite-service.ts'
import { fillEmptyTablesOnly, updateInPlace } from '../process/index.ts'

/** CAP's SQLite service, whose deployments to a file keep the rows that are there. What is in memory begins empty. */
export default class SqliteService extends BaseSqliteService {
  override init(): Promise<void> {
    if (this.url4() !== ':memory:') {
      updateInPlace()
      fillEmptyTablesOnly()
    }
    return super.init()
  }
}
