import type { Typed } from './types.ts'

/** A failure as the server reports it. */
export interface ServerError {
  readonly code: number
  readonly message?: string
}

/** When something happens to a statement. */
export type Moment = 'prepare' | 'execute' | 'fetch' | 'lob'

/** What the server says to a statement; nothing at all means that it is done. */
export interface Answer {
  readonly columns?: readonly Typed[]
  readonly rows?: readonly (readonly unknown[])[]
  /** What the server takes the `?` for; by default texts, as HANA does without a hint. */
  readonly parameters?: readonly Typed[]
  readonly changed?: number | readonly number[]
  readonly error?: ServerError
  /** Says nothing until it is cancelled. */
  readonly hangs?: boolean
  /** Closes the connection instead of an answer, with a farewell or without. */
  readonly leaves?: 'politely' | 'rudely'
  /** When the error comes, or the connection ends; by default when it is executed. */
  readonly at?: Moment
}

/** An answer to the statements that look like this. */
export interface Canned extends Answer {
  readonly sql: RegExp
  /** Only to these parameters, one list per row. */
  readonly when?: (rows: readonly (readonly unknown[])[]) => boolean
}

/** The answer to a statement, COMMIT and ROLLBACK too; rows of parameters are null while it is only prepared. */
export type Answering = (sql: string, rows: readonly (readonly unknown[])[] | null) => Answer | undefined

/** Answers by the first entry that fits. */
export const fromList =
  (list: readonly Canned[]): Answering =>
  (sql, rows) =>
    list.find((each) => each.sql.test(sql) && (each.when === undefined || rows === null || each.when(rows)))

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:SELECT|WITH|\()/i, 'SELECT'],
  [/^\s*INSERT\b/i, 'INSERT'],
  [/^\s*UPSERT\b/i, 'INSERT'],
  [/^\s*UPDATE\b/i, 'UPDATE'],
  [/^\s*DELETE\b/i, 'DELETE'],
  [/^\s*(?:SAVEPOINT|RELEASE|ROLLBACK)\b/i, 'SAVEPOINT'],
]

/** What kind of statement it is, by the driver's name of the kind. */
export const functionCodeOf = (sql: string): string => KINDS.find(([form]) => form.test(sql))?.[1] ?? 'DDL'

/** How many `?` a statement has outside of texts and names. */
export const countParameters = (sql: string): number => sql.replace(/'[^']*'|"[^"]*"/g, '').split('?').length - 1
