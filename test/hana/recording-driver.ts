import type { Driver } from '../../srv/admin/database/hana/driver.ts'

/** A statement that was sent, and what the driver or the server had against it. */
export interface Attempt {
  readonly sql: string
  readonly error: Error | null
}

/** The driver, telling what becomes of each statement. */
export const recordingDriver = (driver: Driver, record: (attempt: Attempt) => void): Driver => ({
  createClient: (options) => {
    const client = driver.createClient(options)
    const execute = client.execute.bind(client)
    const prepare = client.prepare.bind(client)
    return Object.assign(client, {
      execute: ((sql, given, done) => {
        execute(sql, given, (error, result) => {
          record({ sql, error })
          done(error, result)
        })
      }) satisfies typeof client.execute,
      prepare: ((sql, done) => {
        prepare(sql, (error, statement) => {
          if (error) {
            record({ sql, error })
            done(error, statement)
            return
          }
          const run = statement.execute.bind(statement)
          const recorded = Object.assign(statement, {
            execute: ((values, given, ended) => {
              run(values, given, (failure, result) => {
                record({ sql, error: failure })
                ended(failure, result)
              })
            }) satisfies typeof statement.execute,
          })
          done(null, recorded)
        })
      }) satisfies typeof client.prepare,
    })
  },
})
