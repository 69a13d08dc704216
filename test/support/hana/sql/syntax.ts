/** A name, as the catalog spells it, and whether it was quoted. */
export interface Name {
  readonly text: string
  readonly isQuoted: boolean
  /** Small letters were made capital ones. */
  readonly isFolded: boolean
}

export interface OrderItem {
  readonly value: Expression
}

export interface Window {
  readonly partition: readonly Expression[]
  readonly order: readonly OrderItem[]
  readonly hasFrame: boolean
}

export type Expression =
  | { readonly node: 'column'; readonly path: readonly Name[] }
  | {
      readonly node: 'literal'
      readonly kind: 'text' | 'number' | 'binary' | 'boolean' | 'null'
      readonly text: string
    }
  | { readonly node: 'parameter' }
  /** A word without brackets that stands for a value. */
  | { readonly node: 'constant'; readonly word: string }
  | {
      readonly node: 'call'
      readonly name: string
      readonly args: readonly Expression[]
      readonly isDistinct: boolean
      readonly isStar: boolean
      readonly order: readonly OrderItem[]
      readonly over: Window | null
    }
  | { readonly node: 'cast'; readonly value: Expression; readonly type: string; readonly sizes: readonly number[] }
  | {
      readonly node: 'case'
      readonly operand: Expression | null
      readonly whens: readonly (readonly [when: Expression, then: Expression])[]
      readonly other: Expression | null
    }
  | { readonly node: 'calculation'; readonly operator: string; readonly operands: readonly Expression[] }
  | { readonly node: 'query'; readonly query: Query }
  | { readonly node: 'row'; readonly items: readonly Expression[] }
  | { readonly node: 'comparison'; readonly operator: string; readonly operands: readonly Expression[] }
  | { readonly node: 'isNull'; readonly value: Expression }
  | { readonly node: 'like'; readonly operands: readonly Expression[] }
  | { readonly node: 'in'; readonly value: Expression; readonly list: readonly Expression[] }
  | { readonly node: 'logic'; readonly operands: readonly Expression[] }
  | { readonly node: 'exists'; readonly query: Query }

export type Item =
  | { readonly node: 'star'; readonly of: Name | null }
  | { readonly node: 'item'; readonly value: Expression; readonly alias: Name | null }

export type Relation =
  | { readonly node: 'table'; readonly path: readonly Name[]; readonly alias: Name | null }
  | { readonly node: 'derived'; readonly query: Query; readonly alias: Name | null }
  /** Rows of a JSON text. */
  | {
      readonly node: 'json'
      readonly context: Expression
      readonly columns: readonly JsonColumn[]
      readonly alias: Name | null
    }
  | { readonly node: 'join'; readonly left: Relation; readonly right: Relation; readonly on: Expression | null }

/** Its type is null for the number of the row. */
export interface JsonColumn {
  readonly name: Name
  readonly type: string | null
  readonly sizes: readonly number[]
}

export interface Select {
  readonly isDistinct: boolean
  readonly items: readonly Item[]
  readonly from: Relation
  readonly where: Expression | null
  readonly group: readonly Expression[]
  readonly having: Expression | null
}

export interface Query {
  readonly queries: readonly { readonly name: Name; readonly query: Query }[]
  readonly selects: readonly (Select | Query)[]
  /** What stands between them. */
  readonly operators: readonly string[]
  readonly order: readonly OrderItem[]
  /** Its rows become one JSON text of a type. */
  readonly asJson: string | null
}

export const isQuery = (part: Select | Query): part is Query => 'selects' in part

/** What is wrong with a statement, which cannot be read any further. */
export class StatementProblem extends Error {}
