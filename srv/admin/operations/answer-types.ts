import { type TLiteral, type TNull, type TSchema, type TUnion, Type } from '@sinclair/typebox'

/** What the engine may not tell. */
export const nullable = <Schema extends TSchema>(schema: Schema): TUnion<[Schema, TNull]> =>
  Type.Union([schema, Type.Null()])

/** One of a few words. */
export const oneOf = <Word extends string>(words: readonly Word[]): TUnion<TLiteral<Word>[]> =>
  Type.Union(words.map((word) => Type.Literal(word)))

export const NAMES = Type.Array(Type.String())

/** A value of a row, or of a column of it. */
export const VALUE = Type.Unsafe<unknown>({ description: 'A value of the database, as JSON has it' })

/** Values by the names of their columns. */
export const VALUES = Type.Record(Type.String(), VALUE)

/** Whether an engine knows what is asked for. */
export const SUPPORT = {
  engine: Type.String(),
  supported: Type.Boolean({ description: 'The engine knows such a thing' }),
  reason: Type.Optional(Type.String({ description: 'Why it is not supported' })),
}

/** Views of the engine that were read, or not. */
export const SOURCE_LIST = Type.Array(
  Type.Object({
    name: Type.String(),
    status: oneOf(['ok', 'denied', 'missing', 'error']),
    reason: Type.Optional(Type.String()),
  }),
)

/** What every listing answers besides its items. */
export const LISTING = {
  pattern: Type.String(),
  count: Type.Integer(),
  total: Type.Integer({ description: 'As many there are that match, listed or not' }),
  truncated: Type.Boolean(),
}
