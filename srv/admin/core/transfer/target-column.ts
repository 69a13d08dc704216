import type { Value, ValueKind } from '../values.ts'
import type { Affinity } from './affinity.ts'
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
  /** Only of SQLite, whose columns may have values of any kind. */
  readonly affinity?: Affinity | undefined
  /** How the values are written that it has, only of SQLite; undefined where CAP decides how values are stored. */
  readonly form?: StoredForm | undefined
}

/** What values an engine can store. */
export interface StoredValues {
  /** Infinite dates and numbers, and numbers that are none. */
  readonly hasInfiniteValues: boolean
  /** Decimals keep all digits, instead of becoming binary numbers. */
  readonly hasExactDecimals: boolean
}

/**
 * How values are written in a file: `plain` as people and programs read them; `exact` the same, but as texts that tell what they
 * are where they would come back as others; `stored` as the engine has them, without a look at their column.
 */
export type ValuesMode = 'plain' | 'exact' | 'stored'

/** How values of a file are to be read. */
export interface ReadingMode {
  /** As the file was written; undefined where nobody knows, so that what looks like an `exact` value is refused. */
  readonly values: ValuesMode | undefined
  /** Values that do not fit the kind, length or scale of their column are refused, even if its engine takes them. */
  readonly isStrict: boolean
}

/** A text as the value to be stored, or undefined when it cannot be read as one without loss. */
export type TextConverter = (text: string) => Value | undefined

/**
 * Whether a reader has to tell what kind of value a field is, since the column does not: a text of digits from a number, or a
 * spreadsheet's own date from the text of one.
 */
export const asksKinds = ({ kind, affinity, form }: Pick<TargetColumn, 'kind' | 'affinity' | 'form'>): boolean =>
  form !== undefined && ((kind === 'other' && affinity === 'none') || kind === 'date' || kind === 'timestamp')
