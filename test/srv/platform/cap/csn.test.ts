import cds from '@sap/cds'
import { elementOf, endOf, type Entity, expansionOf, startOf, without } from '../../../../srv/platform/cap/csn.ts'

const model = cds.linked(cds.parse(`entity A { key ID: UUID; b: Association to B; } entity B { key ID: UUID; }`))
const A = model.definitions['A'] as unknown as Entity

test('elements are found by their own names only', () => {
  expect(elementOf(A, 'b')?._target?.name).toBe('B')
  for (const name of ['nope', 'constructor', '__proto__', 'toString']) expect(elementOf(A, name)).toBeUndefined()
  expect(elementOf(undefined, 'b')).toBeUndefined()
})

test('an expanded column leads to its target, others lead nowhere', () => {
  expect(expansionOf({ ref: ['b'], expand: ['*'] }, A)).toMatchObject({ target: { name: 'B' }, columns: ['*'] })
  for (const column of ['*', { ref: ['b'] }, { ref: ['ID'], expand: ['*'] }, { val: 1 }] as const)
    expect(expansionOf(column as never, A)).toBeUndefined()
})

test('paths begin and end with names', () => {
  expect([startOf([{ id: 'a', where: [] }, 'b']), endOf(['a', { id: 'b' }]), startOf([])]).toEqual(['a', 'b', ''])
})

test('a copy without some properties leaves the object as it is', () => {
  const object = { a: 1, b: 2 }
  expect(without(object, 'a')).toEqual({ b: 2 })
  expect(object).toEqual({ a: 1, b: 2 })
})
