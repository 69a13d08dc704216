import { comparison } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { ownOf } from '../../../../../srv/admin/dialects/hana/filter.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'

const column = (kind: ColumnMetadata['kind'], type: string): ColumnMetadata => ({
  ...(ownOf(type.replace(/\(.*/, '')) && { own: ownOf(type)! }),
  ...{ name: 'x', position: 1, type, kind, length: null, precision: null, scale: null, nullable: true },
  ...{ defaultValue: null, isGenerated: false, identity: null, keyPosition: null, comment: null },
})

test('numbers compare with numbers, days with times, and all else with its own kind', () => {
  const [integer, decimal] = [column('integer', 'BIGINT'), column('decimal', 'DECIMAL(10,2)')]
  expect(comparison.isComparable(integer, decimal)).toBe(true)
  expect(comparison.isComparable(column('date', 'DATE'), column('timestamp', 'TIMESTAMP'))).toBe(true)
  expect(comparison.isComparable(integer, column('text', 'NVARCHAR(5)'))).toBe(false)
})

test('large objects are compared by their content', () => {
  expect(comparison.distinguishable(column('text', 'NCLOB'), 'l."x"')).toBe('TO_NVARCHAR(l."x")')
  expect(comparison.distinguishable(column('binary', 'BLOB'), 'l."x"')).toBe('TO_BINARY(l."x")')
  expect(comparison.distinguishable(column('text', 'NVARCHAR(5)'), 'l."x"')).toBe('l."x"')
  const reach = (kind: ColumnMetadata['kind'], type: string) => comparison.reach?.(column(kind, type))
  expect([
    reach('text', 'NCLOB'),
    reach('binary', 'BLOB'),
    reach('other', 'ST_POINT'),
    reach('text', 'NVARCHAR'),
  ]).toEqual([...[5_000, 5_000, 0, null]])
})

test('texts are folded only as asked', () => {
  const fold = (ignoreCase: boolean, trim: boolean) => comparison.foldText('x', { ignoreCase, trim })
  expect(fold(false, false)).toBe('x')
  expect(fold(true, false)).toBe('LOWER(x)')
  expect(fold(true, true)).toBe(String.raw`LOWER(REPLACE_REGEXPR('^\s+|\s+$' IN x WITH '' OCCURRENCE ALL))`)
})

test('a distance is never true of NULL', () => {
  expect(comparison.isWithin('a', 'b', '?', '?')).toBe(
    'ABS(TO_DOUBLE(a) - TO_DOUBLE(b)) <= GREATEST(?, ? * GREATEST(ABS(TO_DOUBLE(a)), ABS(TO_DOUBLE(b))))',
  )
})
