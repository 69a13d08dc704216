import type { Expression } from './expression.ts'
import type { Kind } from './signatures.ts'

/** `record` and `records` are what navigation properties lead to. */
export type Type = Kind | 'guid' | 'null' | 'record' | 'records'

/** An expression with its type; undefined where only CAP knows it, such as that of a computed property. */
export interface Typed {
  readonly type: Type | undefined
  readonly expression: Expression
  /** Whether it is a whole number of at most 32 bits. */
  readonly isWhole?: boolean
}
