/** The tree that a URL is read into. Names are as they were written; nothing here knows a model. */
import type { Spot } from '../protocol/errors.ts'

interface Placed {
  readonly at: Spot
}

/** The kinds of literals. `Int` is any whole number without a suffix. */
export type LiteralType =
  | 'Null'
  | 'Boolean'
  | 'Guid'
  | 'Date'
  | 'TimeOfDay'
  | 'DateTimeOffset'
  | 'Duration'
  | 'Int'
  | 'Decimal'
  | 'Double'
  | 'Single'
  | 'String'
  | 'Binary'
  | 'Enum'

export interface Literal extends Placed {
  readonly kind: 'literal'
  readonly type: LiteralType
  /** Without quotes, prefix and suffix; of GUIDs in lower case. */
  readonly text: string
  /** Of an enumeration, the name of its type. */
  readonly prefix?: string
}

/** One part of a key, or one parameter of a function; without a name it is the only one. */
export interface Argument extends Placed {
  readonly name?: string
  readonly of: Expression
}

/** `any` and `all`; without a condition for `any()`. */
export interface Lambda extends Placed {
  readonly kind: 'lambda'
  readonly name: 'any' | 'all'
  readonly variable?: string
  readonly of?: Expression
}

export type Segment =
  /** A property, a navigation property, or a variable in front. */
  | ({ readonly kind: 'name'; readonly name: string } & Placed)
  /** A type, or a bound function without its parameters: a name with its namespace. */
  | ({ readonly kind: 'qualified'; readonly name: string } & Placed)
  | ({ readonly kind: 'arguments'; readonly of: readonly Argument[] } & Placed)
  | ({ readonly kind: 'count'; readonly options?: Options } & Placed)
  /** `$filter(…)`: those of a collection of which a condition holds. */
  | ({ readonly kind: 'filter'; readonly of: Expression } & Placed)
  /** `aggregate(… with sum)`: one value of a collection. */
  | ({ readonly kind: 'aggregate'; readonly of: Expression; readonly method: string } & Placed)
  | Lambda

export interface Path extends Placed {
  readonly kind: 'path'
  readonly root?: '$it' | '$this' | '$root'
  readonly segments: readonly Segment[]
}

export const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export const ARITHMETIC = ['add', 'sub', 'mul', 'div', 'divby', 'mod'] as const
export type BinaryOperator = (typeof COMPARISONS)[number] | (typeof ARITHMETIC)[number] | 'and' | 'or' | 'has' | 'in'

export type Expression =
  | Literal
  | Path
  /** `@name`. */
  | ({ readonly kind: 'alias'; readonly name: string } & Placed)
  /** A function of OData; its name is in lower case. */
  | ({ readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] } & Placed)
  /** The first of these whose condition is true. */
  | ({ readonly kind: 'case'; readonly of: readonly Choice[] } & Placed)
  /** What `in` looks into. */
  | ({ readonly kind: 'list'; readonly of: readonly Expression[] } & Placed)
  /** A value in JSON, of a parameter. */
  | ({ readonly kind: 'json'; readonly value: unknown } & Placed)
  | ({ readonly kind: 'not' | 'minus'; readonly of: Expression } & Placed)
  | ({
      readonly kind: 'binary'
      readonly operator: BinaryOperator
      readonly left: Expression
      readonly right: Expression
    } & Placed)

/** A value, and the condition under which it is taken. */
export interface Choice {
  readonly when: Expression
  readonly then: Expression
}

export interface OrderItem extends Placed {
  readonly of: Expression
  readonly isDescending: boolean
}

/** An expression with a name. */
export interface Computed extends Placed {
  readonly of: Expression
  readonly name: string
}

export type Search =
  | ({ readonly kind: 'term'; readonly text: string } & Placed)
  | ({ readonly kind: 'not'; readonly of: Search } & Placed)
  | ({ readonly kind: 'and' | 'or'; readonly of: readonly Search[] } & Placed)

/** An item of `$select` or `$expand`. */
export interface Item extends Placed {
  /** Names, types, and `*` or `$ref`, `$count`, `$value` at the end. */
  readonly path: readonly string[]
  readonly options?: Options
}

/** One option of a query string, decoded. */
export interface QueryOption {
  readonly name: string
  readonly value: string
}

/** Query options, each of them once; those of a collection within another one as well. */
export interface Options {
  /** Those in parentheses as they were written, with the names of the standard: links to further pages repeat them. */
  readonly written?: readonly QueryOption[]
  readonly filter?: Expression
  readonly orderby?: readonly OrderItem[]
  readonly search?: Search
  readonly select?: readonly Item[]
  readonly expand?: readonly Item[]
  readonly compute?: readonly Computed[]
  readonly apply?: readonly Transformation[]
  readonly top?: number
  readonly skip?: number
  readonly count?: boolean
  readonly levels?: number | 'max'
}

/** One item of `aggregate`. */
export interface Aggregate extends Placed {
  /** What is aggregated; absent for `$count`. */
  readonly of?: Expression
  readonly path?: Path
  readonly method: string
  readonly name: string
  /** `from`: by which other properties, and how, before this. */
  readonly from: readonly { readonly paths: readonly Path[]; readonly method?: string }[]
}

export type Transformation =
  | ({ readonly kind: 'identity' } & Placed)
  | ({ readonly kind: 'filter'; readonly of: Expression } & Placed)
  | ({ readonly kind: 'search'; readonly of: Search } & Placed)
  | ({ readonly kind: 'orderby'; readonly items: readonly OrderItem[] } & Placed)
  | ({ readonly kind: 'top' | 'skip'; readonly rows: number } & Placed)
  | ({ readonly kind: 'best'; readonly name: string; readonly measure: Expression; readonly by: Expression } & Placed)
  | ({ readonly kind: 'compute'; readonly items: readonly Computed[] } & Placed)
  | ({ readonly kind: 'aggregate'; readonly items: readonly Aggregate[] } & Placed)
  | ({
      readonly kind: 'groupby'
      readonly by: readonly Path[]
      readonly rollups: readonly (readonly Path[])[]
      readonly then: readonly Transformation[]
    } & Placed)
  | ({ readonly kind: 'concat'; readonly of: readonly (readonly Transformation[])[] } & Placed)
  /** `join`, `outerjoin`, `nest`, `addnested`: sequences with names. */
  | ({
      readonly kind: 'nested'
      readonly name: 'join' | 'outerjoin' | 'nest' | 'addnested'
      readonly path?: Path
      readonly parts: readonly { readonly of: readonly Transformation[]; readonly name: string }[]
    } & Placed)
  /** What CAP's own handlers answer: hierarchies, and what a service adds. */
  | ({ readonly kind: 'custom'; readonly name: string; readonly text: string } & Placed)
