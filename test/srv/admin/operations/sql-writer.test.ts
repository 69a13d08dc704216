import { parseFilter } from '../../../../srv/admin/core/filter/parse.ts'
import { postgresDialect } from '../../../../srv/admin/dialects/postgres/dialect.ts'
import type { ColumnMetadata } from '../../../../srv/admin/dialects/metadata.ts'
import { chained, SqlWriter } from '../../../../srv/admin/operations/sql-writer.ts'

test('parameters are numbered in the order in which the text is written', () => {
  const column = { name: 'n', kind: 'integer' } as ColumnMetadata
  const sql = new SqlWriter(postgresDialect)
  const text = `${sql.bind('a', 'text')} ${sql.filter(parseFilter('n between 1 and 2'), [column])} ${sql.bind(3, 'integer')}`
  expect(sql.statement(text)).toEqual({
    sql: '$1::text ( "n" between $2::bigint and $3::bigint ) $4::bigint',
    parameters: ['a', 1n, 2n, 3],
  })
  expect(sql.table({ schema: 's', name: 'a"b' })).toBe('"s"."a""b"')
})

test('long chains are not deep', () => {
  expect(chained(['a', 'b'], ' OR ')).toBe('a OR b')
  expect(chained([], ' OR ')).toBe('')
  const names = Array.from({ length: 3_000 }, (_, index) => `n${String(index)}`)
  const text = chained(names, ' OR ')
  expect(text.match(/n\d+/g)).toEqual(names)
  let [depth, deepest] = [0, 0]
  for (const sign of text) {
    if (sign === '(') deepest = Math.max(deepest, ++depth)
    if (sign === ')') depth--
  }
  expect([depth, deepest]).toEqual([0, 2])
})
