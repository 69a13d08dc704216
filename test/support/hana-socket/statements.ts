import { type Answer, type Answering, countParameters, functionCodeOf } from './answers.ts'
import type { SentLob } from './lobs.ts'
import { type Typed, typeFor } from './types.ts'

/** A statement that a client has prepared. */
export interface Prepared {
  readonly sql: string
  readonly functionCode: string
  readonly parameters: readonly Typed[]
  readonly columns: readonly Typed[]
  readonly answer: Answer | undefined
}

/** Rows of a result that a client has not fetched yet. */
export interface Cursor {
  readonly answer: Answer
  readonly columns: readonly Typed[]
  readonly rows: (readonly unknown[])[]
}

/** An execution that waits for the rest of its large values. */
export interface Pending {
  readonly prepared: Prepared
  readonly rows: unknown[][]
  readonly lobs: SentLob[]
}

/** Looks up what is known of a statement. @param version of the data format that the client has asked for. */
export const prepare = (sql: string, answering: Answering, version: number): Prepared => {
  const answer = answering(sql, null)
  const untyped = Array.from({ length: countParameters(sql) }, () => ({ name: '', type: 'NVARCHAR' as const }))
  const functionCode = functionCodeOf(sql)
  const one = functionCode === 'SELECT' ? [{ name: 'ONE', type: 'INT' as const }] : []
  return {
    sql,
    functionCode,
    parameters: inVersion(answer?.parameters ?? untyped, version),
    columns: inVersion(answer?.columns ?? one, version),
    answer,
  }
}

/** Columns or parameters as a client of this version of the data format gets to see them. */
export const inVersion = (each: readonly Typed[], version: number): Typed[] =>
  each.map((typed) => ({ ...typed, type: typeFor(typed.type, version) }))
