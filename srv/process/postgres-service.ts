import { createRequire } from 'node:module'
import cds from '@sap/cds'

interface Connection {
  open: boolean
  on(event: 'error', listener: (error: Error) => void): void
}

interface Factory {
  create(tenant?: string): Promise<Connection>
}

declare class CapPostgresService {
  get factory(): Factory
}

const require = createRequire(import.meta.url)
const BasePostgresService = require('@cap-js/postgres') as typeof CapPostgresService

/**
 * CAP's PostgreSQL service, but a connection that the database closes is only lost, not the process: without a
 * listener its `error` event would end it.
 */
export default class PostgresService extends BasePostgresService {
  override get factory(): Factory {
    const factory = super.factory
    return {
      ...factory,
      create: async (tenant) => {
        const connection = await factory.create(tenant)
        connection.on('error', (error) => {
          connection.open = false
          cds.log('db').warn('connection lost:', error.message)
        })
        return connection
      },
    }
  }
}
