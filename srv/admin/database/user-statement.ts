import type { Value } from '../core/values.ts'
import { AdminError } from '../core/errors.ts'

/** One statement as a user has written it, and what it may see. */
export interface UserStatement {
  readonly sql: string
  /** Rows that are answered at most. */
  readonly rowLimit: number
  /** How it would be run is answered instead of its rows. */
  readonly isPlan: boolean
  /** With the plan, how long it took: the statement is run for that. */
  readonly isAnalyzed: boolean
  /** Whether the statement may name tables of a schema. */
  readonly isOpen: (schema: string) => Promise<boolean>
  /** Tables that it may not read, though their schema is open. */
  readonly closed: readonly ClosedTable[]
  /** Whether it may look into what the server tells of structure, where that schema is not open otherwise. */
  readonly opensCatalogs: boolean
  /** Whether it may call a function that is not known to be harmless. */
  readonly allowsFunction: (schema: string, name: string) => boolean
  /** Whether it may be run as a database user whom rights do not bound. */
  readonly allowsSuperuser: boolean
}

/** A table or view of which some or all is not to be read. */
export interface ClosedTable {
  readonly schema: string
  readonly name: string
  /** Null for all of them. */
  readonly columns: readonly string[] | null
}

export interface UserAnswer {
  /** What the statement read from, as far as the engine tells; null where it does not. */
  readonly tables: readonly { readonly schema: string; readonly name: string }[] | null
  /** Functions that the database has been given and that the statement calls, where these need a permission. */
  readonly functions?: readonly { readonly schema: string; readonly name: string }[]
  /** Types in the engine's words; null where it has none. */
  readonly columns: readonly { readonly name: string; readonly type: string | null }[]
  readonly rows: readonly (readonly Value[])[]
  /** Whether there are more rows than these. */
  readonly isTruncated: boolean
  /** Values of which only the beginning is there. */
  readonly cutValues: number
  /** Null unless it was asked for. */
  readonly plan: readonly PlanStep[] | null
}

/** A step of a plan; steps follow the one that they are a part of. */
export interface PlanStep {
  /** 0 for the whole statement. */
  readonly depth: number
  readonly text: string
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

/** Bounds of one answer, and of one value in it, in characters or bytes: a grid shows no more. */
const ANSWER_SIZE = 4_194_304
const VALUE_SIZE = 32_768
/** What a value takes beside its characters. */
const OVERHEAD = 16

/** The longest value that is answered of a row with so many columns: a whole row is never more than an answer. */
export const valueSize = (columns: number): number =>
  Math.min(VALUE_SIZE, Math.floor(ANSWER_SIZE / Math.max(1, columns)))

/** Collects rows up to the bounds of an answer. */
export class BoundedRows {
  readonly rows: Value[][] = []
  cutValues = 0
  isTruncated = false
  readonly #rowLimit: number
  readonly #valueSize: number
  #size = 0

  constructor(rowLimit: number, columns: number) {
    this.#rowLimit = rowLimit
    this.#valueSize = valueSize(columns)
  }

  /** @returns whether a further row is wanted. */
  add(row: readonly Value[]): boolean {
    if (this.rows.length >= this.#rowLimit || this.#size >= ANSWER_SIZE) {
      this.isTruncated = true
      return false
    }
    this.rows.push(row.map((value) => this.#bounded(value)))
    return true
  }

  #bounded(value: Value): Value {
    this.#size += OVERHEAD
    if (typeof value !== 'string' && !(value instanceof Uint8Array)) return value
    const isCut = value.length > this.#valueSize
    if (isCut) this.cutValues++
    const kept = isCut ? value.slice(0, this.#valueSize) : value
    this.#size += kept.length
    return typeof kept === 'string' ? kept.toWellFormed() : kept
  }
}

export const notOpen = (schema: string): AdminError =>
  new AdminError('SCHEMA_NOT_ALLOWED', `The statement names schema '${schema}', which is not open`)

/** Codes that say something else than that the statement is wrong. */
const OTHER = [
  'INSUFFICIENT_PRIVILEGE',
  'OPERATION_TIMEOUT',
  'OPERATION_CANCELLED',
  'LOCK_TIMEOUT',
  'DATABASE_UNAVAILABLE',
]

/** An error as one of the user's statement. @param placeOf tells the character of it that the cause is about, from 1. */
export const ofStatement = (error: unknown, placeOf?: (cause: unknown) => number | undefined): unknown => {
  if (!(error instanceof AdminError) || OTHER.includes(error.code)) return error
  const { cause, reason } = error
  const position = placeOf?.(cause)
  return new AdminError('INVALID_STATEMENT', 'The database refuses the statement', { cause, reason, position })
}
