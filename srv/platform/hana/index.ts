import cds from '@sap/cds'
import { connectionFactory, type DatabaseService } from '../cap/database-service.ts'
import type { HanaConnection } from '../cap/hana-driver.ts'

const LACKS_PRIVILEGE = 258

/**
 * Has a connection to SAP HANA end with the statement that runs on it when its transaction is ended from outside: the drivers would wait
 * for the end of the statement, and HANA need not notice for a long time that nobody waits for it any more.
 */
export const endStatements = (service: unknown): void => {
  const database = service as DatabaseService<HanaConnection>
  if (database.kind !== 'hana') return
  const { destroy } = database
  let isTold = false
  const open = async (): Promise<HanaConnection> => (await connectionFactory(database).create()) as HanaConnection

  const cancel = async (id: number): Promise<void> => {
    const other = await open()
    try {
      await other.exec(`ALTER SYSTEM CANCEL SESSION '${String(id)}'`)
    } catch (error) {
      if ((error as { code?: unknown }).code !== LACKS_PRIVILEGE || isTold) return
      isTold = true
      cds
        .log('process')
        .warn(
          'SAP HANA does not let the database user cancel statements: they go on, with their locks. Grant SESSION ADMIN',
        )
    } finally {
      await other.disconnect()
    }
  }

  Object.assign(database, {
    async destroy() {
      const native = this.dbc?._native
      const id = native?.connectOptions?.connectionId
      native?.destroy?.(closed())
      native?.abort?.(() => undefined)
      if (id !== undefined) void cancel(id).catch(() => undefined) // nobody is there to be asked
      await destroy.call(this)
    },
  } satisfies Partial<DatabaseService<HanaConnection>> as Partial<DatabaseService<HanaConnection>>)
}

const closed = (): Error => Object.assign(new Error('The connection was closed'), { code: 'EHDBCLOSE' })
