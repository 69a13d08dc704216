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
