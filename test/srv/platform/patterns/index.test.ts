import fc from 'fast-check'
import { matchesPlain, PatternError, plainPattern } from '../../../../srv/platform/patterns/index.ts'
import { startPostgres } from '../../../support/postgres.ts'
import { connectPostgres } from '../../../support/postgres-client.ts'
import { runs } from '../../../support/long.ts'

const isFound = (text: string, pattern: string): boolean => matchesPlain(text, plainPattern(pattern)) === 1

const ATOMS = [
  'a',
  'b',
  '.',
  '[ab]',
  '[^a]',
  String.raw`\d`,
  String.raw`[\w-]`,
  String.raw`\s`,
  'é',
  '😀',
  '[b-é]',
  '^',
  '$',
  '(?:)',
]
const SIGNS = ['*', '+', '?', '{2}', '{0,2}', '{1,}', '*?']

const patterns = fc
  .letrec<{ any: string }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(...ATOMS),
      fc.tuple(tie('any'), tie('any')).map(([a, b]) => a + b),
      fc.tuple(tie('any'), tie('any')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('any'), fc.constantFrom(...SIGNS)).map(([a, sign]) => `(?:${a})${sign}`),
    ),
  }))
  .any.filter((pattern) => {
    try {
      return plainPattern(pattern) !== ''
    } catch {
      return false
    }
  })
const texts = fc.string({
  unit: fc.constantFrom('a', 'b', '1', '-', ' ', '\n', 'é', '😀', '\u2028', 'Z'),
  maxLength: 8,
})

test('a pattern is found where ECMAScript finds it', () => {
  fc.assert(
    fc.property(patterns, texts, (pattern, text) => {
      const expected = new RegExp(pattern, 'u').test(text)
      expect([pattern, text, isFound(text, pattern)]).toEqual([pattern, text, expected])
      expect(new RegExp(plainPattern(pattern), 'u').test(text)).toBe(expected)
    }),
    { numRuns: runs(1_000, 20_000) },
  )
})

test('PostgreSQL finds the plain form where ECMAScript finds the pattern', async () => {
  const postgres = await startPostgres()
  const client = await connectPostgres(postgres.credentials)
  const pairs = fc.sample(fc.tuple(patterns, texts), { seed: 7, numRuns: runs(150, 5_000) })
  try {
    for (const [pattern, text] of pairs) {
      const { rows } = await client.query('SELECT $1::text ~ $2 AS found', [text, plainPattern(pattern)])
      expect([pattern, text, rows[0]?.['found']]).toEqual([pattern, text, new RegExp(pattern, 'u').test(text)])
    }
  } finally {
    await client.end()
    await postgres.stop()
  }
})

test.each([
  ['', 'x', true],
  ['^$', '', true],
  ['a^b', 'ab', false],
  [String.raw`\u0041\x42\u{1F600}`, 'AB😀', true],
  [String.raw`[\]\\^-]+$`, String.raw`]\^-`, true],
  [String.raw`[^\d\s]`, '1 2', false],
  [String.raw`[\s\S]`, '\n', true],
  ['(?<year>[0-9]{4})', 'in 1977', true],
])('%s in %j', (pattern, text, expected) => {
  expect(isFound(text, pattern)).toBe(expected)
})

test.each(['(a+)+$', '(a|a)*(a|a)*b', '^(?:a?){98}b'])('%s is told of a long text at once', (pattern) => {
  expect(isFound(`${'a'.repeat(50_000)}c`, pattern)).toBe(false)
})

test.each([
  ['a(?=b)', 'looks around itself, which is not supported, at position 1'],
  [String.raw`(a)\1`, 'refers back to a group, which is not supported, at position 3'],
  [String.raw`\bword`, 'asks for the edge of a word, which is not supported, at position 0'],
  [String.raw`\p{L}`, 'asks for a property of Unicode, which is not supported, at position 0'],
  ['(?i:a)', 'has flags, which is not supported, at position 0'],
  ['a{300}', 'repeats something in another way than from 0 to 255 times at position 1'],
  ['a{3,2}', 'repeats something in another way than from 0 to 255 times at position 1'],
  ['(', 'has an unexpected end at position 1'],
  ['a)', 'has an unexpected ) at position 1'],
  ['*a', 'has an unexpected * at position 0'],
  ['a**', 'has an unexpected * at position 2'],
  ['[b-a]', 'has a range that is none at position 1'],
  ['[]', 'has brackets that match nothing at position 2'],
  ['[a', 'has an unexpected end at position 2'],
  [String.raw`\q`, String.raw`has an unexpected \ at position 0`],
  [String.raw`\u0000`, 'has a character that no text has at position 0'],
  ['(a{50}){50}', 'matches more than 100 characters by itself'],
  ['('.repeat(40), 'is nested too deeply at position 30'],
])('%s is refused: it %s', (pattern, message) => {
  expect(() => plainPattern(pattern)).toThrow(new PatternError(message))
})

test('a long pattern is refused', () => {
  expect(() => plainPattern('a'.repeat(251))).toThrow('is longer than 250 characters')
})

test('null is in no text, and nothing in null', () => {
  expect([matchesPlain(null, 'a'), matchesPlain('a', null), matchesPlain(12, '[1]')]).toEqual([null, null, 1])
})
