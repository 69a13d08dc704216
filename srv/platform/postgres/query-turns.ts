import type { Connection } from '../cap/postgres-driver.ts'

/** A statement that speaks the protocol itself; the driver gives it back, for whoever waits for it to listen to. */
const isSubmittable = (statement: unknown): boolean =>
  typeof (statement as { submit?: unknown } | null)?.submit === 'function'

/**
 * Has a connection take one statement at a time, in the order in which they come: CAP gives it several at once, such as
 * the rows of an import or all streams of a record, and the driver's own queue for them ends with its version 9.
 * The next one is sent in the moment in which the driver is free, as it would be from that queue.
 */
export const takeTurns = (connection: Connection): void => {
  const query = connection.query.bind(connection)
  const waiting: (() => void)[] = []
  let [isBusy, isLost] = [false, false]

  connection.query = (statement, ...rest) => {
    if (!isBusy || isLost) {
      isBusy = true
      return query(statement, ...rest)
    }
    if (isSubmittable(statement)) {
      waiting.push(() => query(statement, ...rest))
      return statement
    }
    return new Promise((resolve, reject) => {
      waiting.push(() => {
        Promise.resolve(query(statement, ...rest)).then(resolve, reject)
      })
    })
  }
  connection.on('drain', () => {
    const next = waiting.shift()
    isBusy = next !== undefined
    next?.()
  })
  // The driver refuses all that comes now.
  const lose = (): void => {
    isLost = true
    for (const send of waiting.splice(0)) send()
  }
  connection.on('error', lose)
  connection.on('end', lose)
}
