import { statSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type StatementSync, type SQLOutputValue } from 'node:sqlite'
import { RecentMap } from '../../read-cache/recent-map.ts'
import type { Failure, Question, Row } from './protocol.ts'
import { matchesPlain } from '../patterns/index.ts'

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

/** With the session that a statement runs in. */
type SessionValue = (name: string) => SQLInputValue

/**
 * Gives a connection the functions that CAP gives its own, and letter case beyond ASCII: statements run on either. Those
 * for vectors are left out, which nothing that is served here makes use of.
 */
export const defineFunctions = (database: DatabaseSync, session: SessionValue): void => {
  const define = (name: string, body: (...args: SQLOutputValue[]) => SQLInputValue): void =>
    database.function(name, { deterministic: true }, body)
  database.function('session_context', (name) => session(String(name)))
  // eslint-disable-next-line saga/linear-expressions -- as CAP has it; no function that is offered calls it
  define('regexp', (pattern, text) => (new RegExp(textOf(pattern)).test(textOf(text)) ? 1 : 0))
  define('ISO', (time) => (isGiven(time) ? new Date(time as string).toISOString() : time))
  define('lower', (text) => (text === null ? null : textOf(text).toLowerCase()))
  define('upper', (text) => (text === null ? null : textOf(text).toUpperCase()))
  define('matchespattern', matchesPlain)
  for (const [name, part] of Object.entries(DATE_PARTS))
    define(name, (time) => (time === null ? null : part(instantOf(textOf(time), false))))
  for (const [name, part] of Object.entries(TIME_PARTS))
    define(name, (time) => (time === null ? null : part(instantOf(textOf(time), true))))
}

const textOf = (value: SQLOutputValue): string => String(value)

const isGiven = (value: SQLOutputValue): boolean => value !== null && value !== '' && value !== 0

const DATE_PARTS: Record<string, (date: Date) => number> = {
  year: (date) => date.getUTCFullYear(),
  month: (date) => date.getUTCMonth() + 1,
  day: (date) => date.getUTCDate(),
}

const TIME_PARTS: Record<string, (date: Date) => number> = {
  hour: (date) => date.getUTCHours(),
  minute: (date) => date.getUTCMinutes(),
  second: (date) => date.getUTCSeconds(),
}

const TIME = /^\d{1,2}:\d{1,2}:\d{1,2}$/
const ZONE = /(?:[+-]\d{1,2}:?\d{0,2}|Z)$/

const instantOf = (text: string, mayBeTime: boolean): Date => {
  const whole = mayBeTime && TIME.test(text) ? `1970-01-01T${text}Z` : ZONE.test(text) ? text : `${text}Z`
  const date = new Date(whole)
  if (Number.isNaN(date.getTime())) throw new Error(`The text is no ${mayBeTime ? 'time' : 'date'}: ${text}`)
  return date
}
