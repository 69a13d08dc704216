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

/** A text without those of the characters that it ends with. An expression would begin anew at each of them. */
export const withoutEnding = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
