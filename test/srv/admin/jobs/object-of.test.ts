import { objectOf } from '../../../../srv/admin/http/heavy-place.ts'

test.each([
  [{ schema: 'saga', table: 'film', format: 'csv' }, 'saga.film'],
  [{ table: 'film', file: 'film.csv' }, 'film'],
  [{ schema: 'saga' }, 'saga'],
  [{ schema: 'saga', source: 'all' }, 'saga'],
  [{ schema1: 'a', table1: 'film', table2: 'film_old' }, 'a.film → film_old'],
  [{ sourceTable: 'film', targetSchema: 'b', targetTable: 'copy' }, 'film → b.copy'],
  [{ source: 'saga', target: 'saga_copy' }, 'saga → saga_copy'],
  [{ schema: 'saga', tables: ['film', 'people'] }, 'saga: film, people'],
  [{ tables: 'a,b,c,d' }, 'a, b, c, … (4)'],
  [{ files: [{ table: 'film', file: 'film.csv' }] }, 'film'],
  [{ file: 'saga.dump.zip', dryRun: true }, 'saga.dump.zip'],
  [{ sql: 'SELECT 1' }, null],
  [{ tables: [] }, null],
  [{ table: 'a\0b\ud800' }, 'a\ufffdb\ufffd'],
  [{ table: 'x'.repeat(1_000) }, 'x'.repeat(300)],
])('%j works on %s', (input, object) => {
  expect(objectOf(input)).toBe(object)
})
