import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite'
import { matchesPlain } from '../patterns/index.ts'

/** With the session that a statement runs in. */
export type SessionValue = (name: string) => SQLInputValue

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
