import { AdminError } from '../../srv/admin/core/errors.ts'
import type { Database, WriteSession } from '../../srv/admin/database/session.ts'

export const fail = (): Promise<never> => Promise.reject(new AdminError('DATABASE_ERROR', 'The fault of a test'))

/** Stands between operations and a database and stops one statement of those that write. */
export class FailingDatabase implements Database {
  /** The statement after the first one of this form is stopped. */
  failAfter: RegExp | undefined
  /** What happens in place of the statement. */
  instead: (session: WriteSession) => Promise<never> = fail
  /** Statements that the last unit of work has sent. */
  sent: string[] = []
  readonly #inner: () => Database

  constructor(inner: () => Database) {
    this.#inner = inner
  }

  get isPersistent(): boolean {
    return this.#inner().isPersistent
  }

  read: Database['read'] = (options, work) => this.#inner().read(options, work)

  write: Database['write'] = (options, work) => {
    this.sent = []
    return this.#inner().write(options, (session) => work(this.#watch(session)))
  }

  ask: Database['ask'] = (options, statement) => this.#inner().ask(options, statement)

  close: Database['close'] = () => this.#inner().close()

  usage: Database['usage'] = () => this.#inner().usage()

  #watch(session: WriteSession): WriteSession {
    const step = async <T>(sql: string, run: () => Promise<T>): Promise<T> => {
      const after = this.failAfter
      const isAfter = after !== undefined && this.sent.findIndex((text) => after.test(text)) === this.sent.length - 1
      this.sent.push(sql)
      return isAfter && this.sent.length > 1 ? this.instead(session) : run()
    }
    return {
      query: (statement) => step(statement.sql, () => session.query(statement)),
      execute: (statement) => step(statement.sql, () => session.execute(statement)),
      stream: (statement) => session.stream(statement),
      streamText: (statement, format, rowLimit) => session.streamText(statement, format, rowLimit),
      insert: (target, rows) => session.insert(target, rows),
      load: (...load) => session.load(...load),
      deferredChecks: (target) => session.deferredChecks(target),
      savepoint: (work) => session.savepoint(work),
    }
  }
}
