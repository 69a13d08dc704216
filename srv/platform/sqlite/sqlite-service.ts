import { BaseSqliteService } from '../cap/database-service.ts'
import { fillEmptyTablesOnly, updateInPlace } from '../process/index.ts'

const { CQN2SQL } = BaseSqliteService
const decimal = CQN2SQL.OutputConverters.Decimal

/** CAP's SQLite service, whose deployments to a file keep the rows that are there. What is in memory begins empty. */
export default class SqliteService extends BaseSqliteService {
  override init(): Promise<void> {
    if (this.url4() !== ':memory:') {
      updateInPlace()
      fillEmptyTablesOnly()
    }
    return super.init()
  }

  static override CQN2SQL = class extends CQN2SQL {
    /** What is computed of whole numbers is whole on SQLite, and CAP writes all decimals by way of a double. */
    static override OutputConverters = {
      ...CQN2SQL.OutputConverters,
      ...(decimal && {
        Decimal: (column: string, element?: { readonly scale?: number }): string => {
          const zeros = '0'.repeat(element?.scale ?? 0)
          const whole = `cast(${column} AS TEXT)${zeros && ` || '.${zeros}'`}`
          return `CASE typeof(${column}) WHEN 'integer' THEN ${whole} ELSE ${decimal(column, element)} END`
        },
      }),
    }
  }
}
