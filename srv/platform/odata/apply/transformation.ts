import type { Expression } from '../options/expression.ts'

export interface OrderItem {
  readonly of: Expression
  readonly isDescending: boolean
  /** Whether rows without a value come last, whatever the direction. */
  readonly nullsLast?: boolean
}

/** What `aggregate` computes; without an expression the rows are counted. */
export interface Aggregate {
  readonly method: string
  readonly of?: Expression
  readonly name: string
}

/** Expressions by the names that they get. */
export interface NamedExpression {
  readonly of: Expression
  readonly name: string
}

/**
 * One step of `$apply`, each of the rows that the step before it gives. `group` without paths is one group of all.
 * `text` is what a query option of the same meaning says.
 */
export type Transformation =
  | { readonly kind: 'filter'; readonly condition: Expression; readonly text: string }
  | { readonly kind: 'order'; readonly items: readonly OrderItem[]; readonly text: string }
  | { readonly kind: 'page'; readonly skip: number; readonly top?: number }
  | { readonly kind: 'compute'; readonly items: readonly NamedExpression[]; readonly text: string }
  | { readonly kind: 'group'; readonly by: readonly string[]; readonly aggregates: readonly Aggregate[] }
  | { readonly kind: 'concat'; readonly of: readonly (readonly Transformation[])[] }
