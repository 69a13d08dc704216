import type { Database, WorkOptions } from '../../srv/admin/database/session.ts'

/** The database, of which nothing more is asked once the signal has come. */
export const stoppable = (database: Database, signal: AbortSignal): Database => {
  const within = <Options extends WorkOptions>(options: Options): Options => ({
    ...options,
    signal: AbortSignal.any([options.signal, signal]),
  })
  return {
    ...database,
    read: (options, run) => database.read(within(options), run),
    write: (options, run) => database.write(within(options), run),
    ask: (options, statement) => database.ask(within(options), statement),
  }
}
