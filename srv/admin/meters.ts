import type { ConnectionUsage } from './database/session.ts'
import type { Outcome } from './jobs/run-bounded.ts'

/** Who wants to know what the API does, without being asked for more than that. */
export interface Meters {
  /** Told of each operation that starts; what it returns is told how it ended. */
  operation(name: string): (outcome: Outcome) => void
  /** Given what tells of the connections to the database. */
  connections(read: () => ConnectionUsage): void
}

/** Nobody wants to know. */
export const NO_METERS: Meters = { operation: () => () => undefined, connections: () => undefined }
