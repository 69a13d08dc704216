import fc from 'fast-check'
import { applyEdits, isWord, readSqlTokens } from '../../../../srv/admin/core/sql-tokens.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const values = (sql: string) => readSqlTokens(sql).map(({ value }) => value)

test('names, literals, words and symbols come apart, without comments', () => {
  expect(values(`SELECT "a""b", \`c\`, [d e] -- x\n FROM 'it''s'/* " */;ü1`)).toEqual([
    'SELECT',
    'a"b',
    ',',
    'c',
    ',',
    'd e',
    'FROM',
    "it's",
    ';',
    'ü1',
  ])
})

test('keywords are words, never names in quotes', () => {
  const [word, quoted] = readSqlTokens('from "from"')
  expect([isWord(word, 'FROM'), isWord(quoted, 'FROM'), isWord(undefined, 'FROM')]).toEqual([true, false, false])
})

test('any name in quotes is one token with that name', () => {
  const name = fc.string({ unit: anyCharacter, minLength: 1 })
  fc.assert(
    fc.property(name, name, (first, second) => {
      const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
      const tokens = readSqlTokens(`${quote(first)}.${quote(second)}`)
      expect(tokens.map(({ value }) => value)).toEqual([first, '.', second])
    }),
  )
})

test('no text is lost: what lies between tokens is space and comments', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from(`a1 "'[]-/*\n;(),.\`ü`)) }), (sql) => {
      let at = 0
      for (const { start, end } of readSqlTokens(sql)) {
        expect(sql.slice(at, start)).toMatch(/^(?:\s|--[^\n]*|\/\*[^]*?(?:\*\/|$))*$/)
        at = end
      }
    }),
  )
})

test('edits replace their parts, in whatever order they come', () => {
  const edits = [
    { start: 4, end: 5, text: 'E' },
    { start: 0, end: 2, text: '' },
    { start: 6, end: 6, text: '!' },
  ]
  expect(applyEdits('abcdef', edits)).toBe('cdEf!')
})

test('brackets are names for SQLite, and lists of values for PostgreSQL', () => {
  const values = (brackets: 'names' | 'arrays'): string[] =>
    readSqlTokens('a[1, "b"]', brackets).map(({ value }) => value)
  expect(values('names')).toEqual(['a', '1, "b"'])
  expect(values('arrays')).toEqual(['a', '[', '1', ',', 'b', ']'])
})
