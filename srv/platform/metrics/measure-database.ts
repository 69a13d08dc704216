import cds from '@sap/cds'
import type { DatabaseService } from '../cap/database-service.ts'
import { createGauge } from './registry.ts'

/** Shows the use of the connections that OData works with. To be called before the server starts. */
export const measureDatabase = (): void =>
  createGauge(
    {
      name: 'saga_odata_connections',
      help: 'Connections to the database that OData works with, and requests that wait for one.',
      labels: { state: ['idle', 'busy', 'waiting'] },
    },
    () => {
      const { pools = {} } = (cds.db as unknown as Partial<DatabaseService> | undefined) ?? {}
      return Object.values(pools).flatMap(({ available, borrowed, pending }) => [
        { labels: { state: 'idle' }, value: available },
        { labels: { state: 'busy' }, value: borrowed },
        { labels: { state: 'waiting' }, value: pending },
      ])
    },
  )
