import type { Value, ValueKind } from '../values.ts'

/** A column that values of a file are read for. */
export interface TargetColumn {
  readonly name: string
  readonly kind: ValueKind
  /** The engine's own type. */
  readonly type: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
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
