import type { ValueKind } from './values.ts'

/** A type of the engine that no kind says enough of: values of it are written and compared in its own way. */
export interface OwnType {
  /** As casts name it, quoted and qualified. */
  readonly name: string
  /** What its values can be compared by. */
  readonly comparison: 'order' | 'equality' | 'none'
  /** Texts that differ in letter case only are the same. */
  readonly ignoresCase?: boolean
}

/** Whether values of a type cannot be compared for equality, or for order. */
export const lacks = (needed: 'equality' | 'order', own: OwnType | undefined): boolean =>
  own !== undefined && own.comparison !== 'order' && own.comparison !== needed

interface Typed {
  readonly kind: ValueKind
  /** The engine's own type. */
  readonly type: string
  readonly own?: OwnType
}

const NUMBERS: readonly ValueKind[] = ['integer', 'decimal', 'float']

/** Whether values of two columns can be equal at all, and every engine agrees to compare them. */
export const areComparable = (a: Typed, b: Typed): boolean =>
  lacks('equality', a.own) || lacks('equality', b.own)
    ? false
    : a.kind === b.kind
      ? a.kind !== 'json' && (a.kind !== 'other' || a.type === b.type)
      : NUMBERS.includes(a.kind) && NUMBERS.includes(b.kind)
