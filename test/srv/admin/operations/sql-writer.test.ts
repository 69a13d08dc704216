import { parseFilter } from '../../../../srv/admin/core/filter/parse.ts'
import { postgresDialect } from '../../../../srv/admin/dialects/postgres/dialect.ts'
import type { ColumnMetadata } from '../../../../srv/admin/dialects/metadata.ts'
import { SqlWriter } from '../../../../srv/admin/operations/sql-writer.ts'

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
