/** A database value as the engine's session hands it over, and as it is bound to a parameter. */
export type Value = null | boolean | number | bigint | string | Uint8Array

/** What kind of value a column holds, whatever the engine calls its type. */
export type ValueKind =
  'boolean' | 'integer' | 'decimal' | 'float' | 'text' | 'date' | 'time' | 'timestamp' | 'binary' | 'json' | 'other'

/** A value in a JSON answer: large integers and decimals are strings, binary is base64, times are ISO 8601. */
export type JsonValue = null | boolean | number | string

/** A statement in one engine's SQL, with the values of its parameters in order. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** A statement without parameters. */
export const plain = (sql: string): Statement => ({ sql, parameters: [] })
