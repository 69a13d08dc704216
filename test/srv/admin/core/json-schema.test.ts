import { Ajv } from 'ajv'
import * as t from '../../../../srv/admin/core/json-schema.ts'

/** As it is published. */
const plain = (schema: object): unknown => JSON.parse(JSON.stringify(schema))

test('a word is a schema, with a description and options only where they are given', () => {
  expect(plain(t.string())).toEqual({ type: 'string' })
  expect(plain(t.integer('Rows', { minimum: 1 }))).toEqual({ type: 'integer', description: 'Rows', minimum: 1 })
  expect(plain(t.boolean(undefined, { default: false }))).toEqual({ type: 'boolean', default: false })
  expect(plain(t.array(t.number(), 'Sizes'))).toEqual({
    type: 'array',
    items: { type: 'number' },
    description: 'Sizes',
  })
})

test('members are required in their order, unless they are optional', () => {
  const schema = t.object({
    ...t.strings('schema', 'table'),
    ...t.optionals({ limit: t.integer(), where: t.string() }),
  })
  expect(Object.keys(schema.properties)).toEqual(['schema', 'table', 'limit', 'where'])
  expect(schema.required).toEqual(['schema', 'table'])
})

test('several members of one kind are alike', () => {
  const two = t.object({ ...t.integers('rows', 'bytes'), ...t.booleans('exact'), ...t.all(t.stringArray(), 'columns') })
  expect(plain(two)).toMatchObject({
    properties: {
      rows: { type: 'integer' },
      bytes: { type: 'integer' },
      exact: { type: 'boolean' },
      columns: { type: 'array', items: { type: 'string' } },
    },
  })
})

test.each([
  { name: 'null or a text', schema: t.nullable(t.string()), good: [null, ''], bad: [0, undefined] },
  { name: 'one of some words', schema: t.oneOf(['a', 'b']), good: ['a', 'b'], bad: ['c', null] },
  { name: 'words', schema: t.commaSeparated('Names'), good: ['a,b', ['a', 'b']], bad: [[1], null] },
  { name: 'objects', schema: t.arrayOf({ name: t.string() }), good: [[], [{ name: 'a' }]], bad: [[{}], {}] },
  { name: 'one of several', schema: t.union([t.boolean(), t.literal(1)]), good: [true, 1], bad: [2, 'true'] },
  { name: 'values by names', schema: t.values(), good: [{}, { a: null, b: [1] }], bad: [[], null] },
])('$name', ({ schema, good, bad }) => {
  const isValid = new Ajv().compile(schema)
  expect(good.map((value) => isValid(value))).toEqual(good.map(() => true))
  expect(bad.map((value) => isValid(value))).toEqual(bad.map(() => false))
})
