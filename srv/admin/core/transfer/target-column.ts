import type { Value, ValueKind } from '../values.ts'
import type { StoredForm } from './stored-form.ts'

/** A column that values of a file are read for. */
export interface TargetColumn {
  readonly name: string
  readonly kind: ValueKind
  /** The engine's own type. */
  readonly type: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  /** Takes values of any kind, as columns of SQLite do; undefined where the engine or CAP decides how values are stored. */
  readonly form?: StoredForm | undefined
}

/** What values an engine can store. */
export interface StoredValues {
  /** Infinite dates and numbers, and numbers that are none. */
  readonly hasInfiniteValues: boolean
  /** Decimals keep all digits, instead of becoming binary numbers. */
  readonly hasExactDecimals: boolean
}

/** A text as the value to be stored, or undefined when it cannot be read as one without loss. */
export type TextConverter = (text: string) => Value | undefined
