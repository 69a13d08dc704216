import type { ApplicationTransaction, EntityRow } from '../../../core/application.ts'
import type { Statement } from '../../../core/values.ts'
import type { Row } from '../../../database/session.ts'
import type { LentReads } from '../../../dialects/row-changes.ts'
import type { Looking } from './run-changes.ts'

/** Looks at rows by the connection of a transaction of the application, with values as our own sessions hand them over. */
export const lentSession = (
  transaction: Pick<ApplicationTransaction, 'query'>,
  lent: LentReads,
): Looking['session'] => {
  const run = ({ sql, parameters }: Statement): Promise<readonly EntityRow[]> => transaction.query(sql, parameters)
  return {
    query: async ({ sql, parameters, columns }) => {
      const { settings } = lent
      const [before] = settings ? await run(settings.read) : []
      if (settings) await run(settings.own)
      const rows = await run({ sql: lent.texts(sql, columns), parameters })
      // What the service reads and writes next is as it is used to it.
      if (settings && before) await run(settings.set(before))
      return rows.map((row): Row =>
        Object.fromEntries(columns.map((name, index) => [name, lent.value(row[`v${index}`], row[`t${index}`])])),
      )
    },
  }
}
