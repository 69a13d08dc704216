/** Statements in colours. */
import fc from 'fast-check'
import { sqlParts } from '../../../app/cockpit/src/parts/sql-parts.ts'

test('the pieces together are the statement', () => {
  const piece = fc.constantFrom("'", '"', '--', '/*', '*/', '\n', 'select', ' ', 'a', '1.5', '[', ']', '`')
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
      (sql) => {
        expect(
          sqlParts(sql)
            .map(({ text }) => text)
            .join(''),
        ).toBe(sql)
      },
    ),
  )
})

test('words, names, texts, numbers and comments are told apart', () => {
  const parts = sqlParts(`SELECT "a b", 1.5, 'it''s' FROM t -- so\n`).filter(({ kind }) => kind !== 'other')
  expect(parts.map(({ kind, text }) => [kind, text])).toEqual([
    ['word', 'SELECT'],
    ['name', '"a b"'],
    ['number', '1.5'],
    ['text', "'it''s'"],
    ['word', 'FROM'],
    ['comment', '-- so'],
  ])
})
