/** An error as the driver hands it over. One that it finds itself has no number. */
export class SqlError extends Error {
  readonly code: number | undefined

  constructor(code: number | undefined, message: string) {
    super(message)
    this.code = code
  }
}

const MESSAGES: readonly (readonly [RegExp, number])[] = [
  [/no such table/, 259],
  [/no such column/, 260],
  [/no such function/, 328],
  [/UNIQUE/, 301],
  [/NOT NULL/, 287],
  [/invalid number/, 339],
  [/syntax error/, 257],
]

/** What SQLite says, by HANA's numbers. */
export const asSqlError = (error: unknown, otherwise = 2): SqlError => {
  const { message } = error as Error
  const [, code = otherwise] = MESSAGES.find(([pattern]) => pattern.test(message)) ?? []
  return new SqlError(code, message)
}
