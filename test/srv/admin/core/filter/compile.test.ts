import { compileWhere } from '../../../../../srv/admin/core/filter/compile.ts'
import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { postgresDialect } from '../../../../../srv/admin/dialects/postgres/dialect.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'
import { sqliteDialect } from '../../../../../srv/admin/dialects/sqlite/dialect.ts'

const column = (name: string, kind: ValueKind) => ({ name, kind }) as ColumnMetadata
const columns = [
  column('n', 'integer'),
  column('t', 'text'),
  column('odd"', 'text'),
  column('b', 'boolean'),
  column('o', 'other'),
  column('J', 'json'),
]
const compile = (text: string, dialect = postgresDialect, first = 1) =>
  compileWhere(text, dialect.filterTarget(columns), first)

it('quotes names, binds values and brackets everything', () => {
  expect(compile(`n = 1 or not "odd""" = 'it''s; --'`)).toEqual({
    sql: '( ( "n" = $1::bigint ) or ( not ( "odd"""::text = $2::text ) ) )',
    parameters: [1n, "it's; --"],
  })
  expect(compile(`n = 1 or not "odd""" = 'x'`, sqliteDialect)?.sql).toBe('( ( "n" = ?1 ) or ( not ( "odd""" = ?2 ) ) )')
})

it('starts counting parameters where it is told to', () => {
  expect(compile('n in (1, 2)', postgresDialect, 5)?.sql).toBe('( "n" in ( $5::bigint , $6::bigint ) )')
})

it('asks for the stored value, whatever its form, where null is meant', () => {
  expect(compile('J is null or t is not null')?.sql).toBe('( ( "J" is null ) or ( "t" is not null ) )')
})

it('lets numbers keep every digit', () => {
  expect(compile('n > 123456789012345678901234567890')?.parameters).toEqual(['123456789012345678901234567890'])
  expect(compile('n > 1.10')?.parameters).toEqual(['1.10'])
})

it('compares what has no type of its own with texts and numbers', () => {
  expect(compile(`o = 'x'`)?.sql).toBe('( "o" = $1 )')
  expect(compile('o > 5', sqliteDialect)?.sql).toBe('( "o" > cast(?1 as numeric) )')
})

it('makes nothing of nothing', () => {
  expect(compile('')).toBeNull()
  expect(compileWhere(undefined, postgresDialect.filterTarget(columns))).toBeNull()
})

it.each([
  `J = 'x'`,
  `b = 'x'`,
  'n',
  `t`,
  `lower(n) = 'x'`,
  `coalesce(n, 't') = 1`,
  `n between 'a' and 2`,
  `round(t) = 1`,
  `substring(t, 'x') = 'x'`,
])('refuses %s, whose sides do not go together', (text) => {
  expect(() => compile(text)).toThrow(expect.objectContaining({ code: 'INVALID_FILTER' }) as Error)
})

it('tells near names of a column that does not exist', () => {
  expect(() => compile('oddd = 1')).toThrow(
    expect.objectContaining({ code: 'COLUMN_NOT_FOUND', details: expect.stringContaining('odd"') as string }) as Error,
  )
})
