import { lacks, type OwnType } from './own-type.ts'
import type { ValueKind } from './values.ts'

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
