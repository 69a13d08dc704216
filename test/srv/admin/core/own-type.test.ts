import { areComparable } from '../../../../srv/admin/core/own-type.ts'
import type { ValueKind } from '../../../../srv/admin/core/values.ts'

const column = (kind: ValueKind, type: string = kind) => ({ kind, type })
const own = (comparison: 'equality' | 'none') => ({ ...column('text'), own: { name: 'own', comparison } })

test.each([
  [column('text', 'varchar(5)'), column('text', 'text'), true],
  [column('integer'), column('decimal'), true],
  [column('other', 'uuid'), column('other', 'uuid'), true],
  [column('other', 'uuid'), column('other', 'inet'), false],
  [column('text'), column('integer'), false],
  [column('json'), column('json'), false],
  [own('equality'), column('text'), true],
  [column('text'), own('none'), false],
  [column('date'), column('timestamp'), false],
])('%j and %j: %s', (a, b, expected) => {
  expect(areComparable(a, b)).toBe(expected)
})
