import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { analysis } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { ownOf } from '../../../../../srv/admin/dialects/hana/filter.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'

const column = (kind: ValueKind, type: string): ColumnMetadata => ({
  ...(ownOf(type.replace(/\(.*/, '')) && { own: ownOf(type)! }),
  ...{ name: 'C', position: 1, type, kind, length: null, precision: null, scale: null, nullable: true },
  ...{ defaultValue: null, isGenerated: false, identity: null, keyPosition: null, comment: null },
})

test('large objects can be neither grouped nor ordered', () => {
  for (const type of ['NCLOB', 'CLOB', 'BLOB', 'TEXT', 'BINTEXT'])
    expect(analysis.isLargeObject(column('text', type))).toBe(true)
  expect(analysis.isLargeObject(column('binary', 'VARBINARY(16)'))).toBe(true)
  expect(analysis.isLargeObject(column('text', 'NVARCHAR(255)'))).toBe(false)
})

test('values are compared as they are, and what has no equality is a large object', () => {
  expect(analysis.comparable(column('text', 'NVARCHAR(9)'), '"C"')).toBe('"C"')
  for (const type of ['ST_POINT', 'ST_GEOMETRY', 'REAL_VECTOR', 'INTEGER ARRAY', 'WHATEVER_COMES']) {
    expect(analysis.isLargeObject(column('other', type))).toBe(true)
    expect(analysis.counted(column('other', type), '"C"')).toBe('CASE WHEN "C" IS NOT NULL THEN 1 END')
  }
  expect(analysis.sameValues(['a."X"', 'a."Y"'], ['b."X"', 'b."Y"'])).toBe(
    '(a."X" = b."X" OR (a."X" IS NULL AND b."X" IS NULL)) AND (a."Y" = b."Y" OR (a."Y" IS NULL AND b."Y" IS NULL))',
  )
})

test('texts are measured, cut, folded and trimmed', () => {
  expect(analysis.length(column('text', 'NCLOB'), '"C"')).toBe('LENGTH("C")')
  expect(analysis.prefix('"C"', 5)).toBe('SUBSTRING("C", 1, 5)')
  expect(analysis.lowerCase('"C"')).toBe('LOWER("C")')
  expect(analysis.trim('"C"')).toBe(`REPLACE_REGEXPR('^\\s+|\\s+$' IN "C" WITH '')`)
})

test('decimals keep their digits until they are read', () => {
  expect(analysis.number(column('decimal', 'DECIMAL(10, 2)'), '"C"')).toBe('"C"')
  expect(analysis.number(column('float', 'DOUBLE'), '"C"')).toBe('TO_DOUBLE("C")')
  expect(analysis.double('sum("C")')).toBe('TO_DOUBLE(sum("C"))')
})

test('no sample is taken, since the next statement would take another one', () => {
  expect(analysis.sampling).toBeNull()
})
