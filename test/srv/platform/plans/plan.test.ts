/** Queries have the same shape exactly when they differ in nothing but texts that become parameters. */
import fc from 'fast-check'
import { shapeOf, textOf } from '../../../../srv/platform/plans/plan.ts'
import { runs } from '../../../support/long.ts'

const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.constant(undefined), fc.double())
const { query } = fc.letrec<{ query: unknown; token: unknown }>((tie) => ({
  token: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ val: leaf }),
    fc.record({ ref: fc.array(fc.string(), { maxLength: 3 }) }),
    fc.record({ xpr: fc.array(tie('token'), { maxLength: 4 }) }),
    fc.record({ list: fc.array(tie('token'), { maxLength: 4 }) }),
    tie('query'),
  ),
  query: fc.record({
    SELECT: fc.record({ from: tie('token'), where: fc.array(tie('token'), { maxLength: 4 }) }, { requiredKeys: [] }),
  }),
}))

const told = (value: unknown): string | undefined => {
  const shape = shapeOf(value as object)
  return shape && JSON.stringify([shape.text, shape.literals.map(textOf)])
}

/** Numbers that are the same in SQL. */
const normal = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_name, each: unknown) =>
      typeof each === 'number' ? `number ${String(each)}` : each === undefined ? 'nothing, undefined' : each,
    ),
  )

test('shape and texts tell everything about a query', () => {
  fc.assert(
    fc.property(query, query, (one, other) => {
      const isEqual = JSON.stringify(normal(one)) === JSON.stringify(normal(other))
      expect(told(one) === told(other)).toBe(isEqual)
    }),
    { numRuns: runs(150, 2_000) },
  )
})

const byKey = (ID: unknown): object => ({
  SELECT: { from: { ref: ['saga.Film'] }, where: [{ ref: ['ID'] }, '=', { val: ID }] },
})

test('keys are not part of the shape; numbers, times, nothing and the empty text are', () => {
  const shape = (ID: unknown): string | undefined => shapeOf(byKey(ID))?.text
  expect(shape('a')).toBe(shape('b'))
  expect(new Set([shape('a'), shape(''), shape('2026-01-01'), shape('12:30'), shape(1), shape(null)]).size).toBe(6)
})

test('new values of an update are not part of the shape, its columns are', () => {
  const shape = (data: object): string | undefined => shapeOf({ UPDATE: { entity: 'saga.Film', data } })?.text
  expect(shape({ title: 'a', producer: 'x' })).toBe(shape({ title: 'b', producer: 'y' }))
  expect(shape({ title: 'a' })).not.toBe(shape({ producer: 'a' }))
  expect(shape({ title: 'a' })).not.toBe(shape({ title: { ref: ['a'] } }))
})

test('what a query inherits from the one that it was cloned from counts', () => {
  const inherited = Object.create({ SELECT: Object.create({ from: 'a' }) as object }) as object
  expect(told(inherited)).toBe(told({ SELECT: { from: 'a' } }))
})

test.each([
  ['bytes', { val: Buffer.from('a') }],
  ['a date', { val: new Date() }],
  ['a pattern', { val: /a/ }],
  ['a stream', { val: { pipe: () => undefined } }],
  ['a function', { val: () => undefined }],
  ['a large number', { val: 1n }],
  ['a cycle', Object.assign(Object.create(null) as object, { get self() { return this } })], // prettier-ignore
  ['very much', Array.from({ length: 20_000 }, () => 1)],
])('%s has no shape', (_what, token) => {
  expect(shapeOf({ SELECT: { where: [token] } })).toBeUndefined()
})
