import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseService } from '../cap/database-service.ts'

/** For how long statements run before others get their turn. */
const TURN_MS = 10

/**
 * Lets the event loop turn between two statements of SQLite when it has not for a while. SQLite answers without ever
 * waiting: all statements of a request, and those of all requests that wait for its connection, would be run in one turn.
 */
export const takeTurns = (service: unknown): void => {
  const database = service as DatabaseService
  if (database.kind !== 'sqlite') return
  let begunMs: number | undefined
  const isDue = (): boolean => {
    const now = performance.now()
    if (begunMs === undefined) {
      begunMs = now
      setImmediate(() => (begunMs = undefined))
    }
    return now - begunMs > TURN_MS
  }
  const { prepare } = database
  database.prepare = function prepareInTurn(this: DatabaseService, ...sql) {
    return isDue() ? nextTurn().then(() => prepare.apply(this, sql)) : prepare.apply(this, sql)
  }
}
