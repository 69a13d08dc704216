import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { RecentMap } from '../../read-cache/recent-map.ts'
import { defineFunctions } from './functions.ts'
import type { Failure, Question, Row } from './protocol.ts'

const MOST_STATEMENTS = 100
/** For a database that is busy being recovered or checkpointed. */
const LOCK_TIMEOUT_MS = 1_000
/** Pages kept in memory; joins come to the same ones again and again. */
const CACHE_KIB = 16_384
/** Of the file, read without a copy: a reader that a broken disk ends is replaced. */
const MAPPED_BYTES = 2 ** 31 - 65_536

interface Open {
  readonly database: DatabaseSync
  /** Which file it is, whatever its path names by now. */
  readonly identity: string
  readonly statements: RecentMap<string, StatementSync>
}

/** Reads a SQLite file as CAP's own connection would. It cannot write. */
export class Connection {
  #open: Open | undefined
  #session: Question['session'] = {}

  /** Everything that is committed is seen. @throws Error of SQLite or of a function. */
  read({ file, sql, values, session }: Question): readonly Row[] {
    const { database, statements } = this.#openFile(file)
    let statement = statements.get(sql)
    if (!statement) {
      statement = database.prepare(sql)
      statements.set(sql, statement)
    }
    this.#session = session
    return statement.all(...((Array.isArray(values) ? values : [values]) as SQLInputValue[]))
  }

  #openFile(file: string): Open {
    const { dev, ino } = statSync(file)
    const identity = `${dev} ${ino} ${file}`
    if (this.#open?.identity === identity) return this.#open
    this.#open?.database.close()
    this.#open = undefined
    const database = new DatabaseSync(file, { readOnly: true, timeout: LOCK_TIMEOUT_MS })
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA mmap_size = ${MAPPED_BYTES}`)
    defineFunctions(database, (name) => (this.#session[name] ?? null) as SQLInputValue)
    this.#open = { database, identity, statements: new RecentMap(MOST_STATEMENTS) }
    return this.#open
  }
}

export const failureOf = (error: unknown): Failure => {
  const { message, code, errcode } = error as Failure
  return { message, code, errcode }
}
