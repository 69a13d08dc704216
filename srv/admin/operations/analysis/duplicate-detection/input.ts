import { type Static, Type } from '@sinclair/typebox'
import { wordList } from '../../input-types.ts'

export const input = Type.Object({
  schema: Type.Optional(Type.String()),
  table: Type.String({ description: 'Table or view' }),
  columns: wordList('Columns that are compared; default: all but keys, generated, managed and large ones'),
  excludeColumns: wordList('Columns to leave out'),
  mode: Type.Optional(
    Type.Union([Type.Literal('exact'), Type.Literal('fuzzy'), Type.Literal('partial')], {
      default: 'exact',
      description: 'All columns equal; all columns alike; the first column equal',
    }),
  ),
  threshold: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.95,
      description: 'fuzzy: mean similarity from which rows are alike',
    }),
  ),
  blockBy: wordList(
    'fuzzy: only rows that agree in these are compared; `name:2` means the first two characters. Default: `:2` of the first column',
  ),
  maxPairs: Type.Optional(Type.Integer({ minimum: 1, description: 'fuzzy: pairs of rows that may be compared' })),
  ignoreCase: Type.Optional(Type.Boolean({ default: false })),
  trim: Type.Optional(Type.Boolean({ default: false, description: 'White space at both ends does not count' })),
  nulls: Type.Optional(
    Type.Union([Type.Literal('equal'), Type.Literal('distinct')], {
      default: 'equal',
      description: 'Whether two missing values are the same',
    }),
  ),
  where: Type.Optional(Type.String({ description: 'Filter of the rows that are compared' })),
  limit: Type.Optional(Type.Integer({ minimum: 0, description: 'Groups that are listed' })),
  records: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, default: 5, description: 'Rows listed per group' })),
})
export type Input = Static<typeof input>
