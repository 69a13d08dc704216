/** Files of checks: what they mean, what is refused and where, and that editors are told the same. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { type FileCheck, readCheckFile } from '../../../../../srv/admin/core/check-files/read-check-file.ts'
import { CHECK_WORDS, COMMON, FILE_WORDS } from '../../../../../srv/admin/core/check-files/words.ts'

const file = (...checks: readonly string[]): string =>
  `table: books\nchecks:\n${checks.map((each) => `  - ${each}\n`).join('')}`
const checkIn = (check: string): FileCheck => readCheckFile('a.yaml', file(check))[0]!
const ruleIn = (check: string): object => checkIn(check).rule!

interface Schema {
  readonly properties: Readonly<Record<string, Schema>>
  readonly items: Schema
}
const schema = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../../srv/admin/checks.schema.json'), 'utf8'),
) as Schema
const isKnownToEditors = new Ajv({ strict: false }).compile(schema)

test.each([
  ['row_count: { must_be: 3 }', { rule: 'rowCount', min: 3, max: 3 }],
  ['row_count: { must_be_greater_than: 3, must_be_less_than: 9 }', { rule: 'rowCount', min: 4, max: 8 }],
  ['row_count: { must_be_greater_than_or_equal: 3 }', { rule: 'rowCount', min: 3 }],
  ['row_count: { must_be_less_than_or_equal: 3 }', { rule: 'rowCount', max: 3 }],
  ['row_count: { must_be_between: [1, 2] }', { rule: 'rowCount', min: 1, max: 2 }],
  ['missing: { column: a }', { rule: 'required' }],
  ['invalid: { column: a, valid_values: [x, 1, true] }', { rule: 'in', values: ['x', '1', 'true'] }],
  ['invalid: { column: a, valid_format: uuid }', { rule: 'uuid' }],
  ['invalid: { column: a, valid_regex: ^x }', { rule: 'pattern', regex: '^x' }],
  ['invalid: { column: a, valid_min: 1 }', { rule: 'range', min: '1' }],
  ['invalid: { column: a, valid_min_length: 1, valid_max_length: 2 }', { rule: 'length', min: 1, max: 2 }],
  ['duplicate: { columns: [a, b] }', { rule: 'unique' }],
  [
    'reference: { column: a, table: t, referenced_columns: [c] }',
    { rule: 'references', table: 't', referencedColumns: ['c'] },
  ],
  ['freshness: { column: a, must_be_less_than: 12 hours }', { rule: 'rowCount', min: 1 }],
])('%s', (check, condition) => {
  expect(ruleIn(check)).toMatchObject({
    condition,
    severity: 'error',
    at: expect.stringMatching(/^a\.yaml:3:\d+$/) as string,
  })
  expect(isKnownToEditors(parse(file(check)))).toBe(true)
})

test('another table with the same rows', () => {
  const whole = 'same_rows: { table: b }'
  const some = 'same_rows: { table: b, schema: s, key_columns: [k], columns: [x, y] }'
  expect(checkIn(whole)).toEqual({
    table: 'books',
    id: 'a.yaml/same_rows b',
    comparison: { table: 'b' },
    periodSeconds: null,
    severity: 'error',
    owner: null,
    at: 'a.yaml:3:16',
  })
  expect(checkIn(some).comparison).toEqual({ table: 'b', schema: 's', keyColumns: ['k'], columns: ['x', 'y'] })
  for (const check of [whole, some]) expect(isKnownToEditors(parse(file(check)))).toBe(true)
})

test.each([
  ['missing: { column: a, must_be: 0 }', {}],
  ['missing: { column: a, must_be_less_than: 3 }', { maxFailures: 2 }],
  ['missing: { column: a, must_be_less_than_or_equal: 3 }', { maxFailures: 3 }],
  ['missing: { column: a, must_be_less_than_or_equal: 2.5, unit: percent }', { mostly: 0.975 }],
])('%s tolerates %j', (check, tolerance) => {
  const { mostly, maxFailures } = ruleIn(check) as { mostly?: number; maxFailures?: number }
  expect({ mostly, maxFailures }).toEqual({ mostly: undefined, maxFailures: undefined, ...tolerance })
})

test('owner and schema of the file hold for its checks, unless one has its own', () => {
  const text =
    'table: t\nschema: s\nowner: all\nchecks:\n  - missing: { column: a }\n  - missing: { column: b }\n    owner: bea\n    severity: warning\n    where: x = 1\n'
  expect(readCheckFile('a.yaml', text)).toMatchObject([
    { schema: 's', table: 't', owner: 'all', rule: { columns: ['a'], severity: 'error' } },
    { schema: 's', table: 't', owner: 'bea', rule: { columns: ['b'], severity: 'warn', where: 'x = 1' } },
  ])
  expect(readCheckFile('a.yaml', 'table: t\nchecks: []\n')).toEqual([])
})

/** What is wrong, and where; editors find what the schema can tell. */
test.each([
  ['', /^At a\.yaml:1:1: a file of checks is a map/, true],
  ['checks: []', /1:1: 'table' is missing/, true],
  ['table: t', /1:1: 'checks' is a list/, true],
  ['table: t\nchecks: 5', /'checks' is a list/, true],
  ['table: t\ntable: u\nchecks: []', /a\.yaml:2:\d+: .*unique/i, false],
  ['table: t\nchecks: [', /a\.yaml:2/, false],
  ['table: t\nchekcs: []', /2:1: 'chekcs' is not known here; did you mean 'checks'\?/, true],
  [file('5'), /3:5: a check is a map/, true],
  [file('name: x'), /3:5: a check has one of row_count/, true],
  [file('missing: { column: a }\n    invalid: { column: a, valid_min: 1 }'), /3:5: a check has one of/, true],
  [file('missing: { colunm: a }'), /3:16: 'colunm' is not known here/, true],
  [file('missing: { column: 5 }'), /3:24: 'column' is a text/, true],
  [file('missing: {}'), /3:14: 'column' is missing/, true],
  [file('missing:'), /3:13: 'missing' is a map/, true],
  [file('missing: { column: a, must_be: 3 }'), /'must_be' is 0 here/, true],
  [file('missing: { column: a, must_be_less_than: 1.5 }'), /whole number/, true],
  [file('missing: { column: a, unit: rows }'), /'unit' is count or percent/, true],
  [file('missing: { column: a, unit: percent, must_be_less_than_or_equal: 101 }'), /100 percent/, false],
  [file('missing: { column: a, must_be: 0, must_be_less_than: 5 }'), /exclude each other/, false],
  [file('row_count: {}'), /wants a bound/, true],
  [file('row_count: { must_be: -1 }'), /zero or more/, true],
  [file('row_count: { must_be_between: [1] }'), /two whole numbers/, true],
  [file('row_count: { must_be_less_than: 0 }'), /at least 1/, true],
  [file('row_count: { must_be_between: [5, 1] }'), /'min' is greater than 'max'/, false],
  [file('invalid: { column: a }'), /wants one of valid_values/, false],
  [file('invalid: { column: a, valid_min: 1, valid_regex: x }'), /wants one of/, false],
  [file('invalid: { column: a, valid_format: phone }'), /one of integer/, true],
  [file('invalid: { column: a, valid_values: x }'), /is a list/, true],
  [file('duplicate: { columns: a }'), /list of names/, true],
  [file('freshness: { column: a, must_be_less_than: soon }'), /such as 1 day/, true],
  [file('reference: { column: a }'), /'table' is missing/, true],
  [file('same_rows: {}'), /'table' is missing/, true],
  [file('same_rows: { table: b, columns: x }'), /'columns' is a list of names/, true],
  [file('same_rows: { table: b }\n    where: x = 1'), /takes no 'where'/, false],
  [file('missing: { column: a }\n    severity: fatal'), /4:15: 'severity' is error or warning/, true],
])('%j is refused', (text, message, isToldByEditors) => {
  expect(() => readCheckFile('a.yaml', text)).toThrow(
    expect.objectContaining({ code: 'INVALID_RULE', details: expect.stringMatching(message) as string }),
  )
  if (isToldByEditors) expect(isKnownToEditors(parse(text))).toBe(false)
})

test('the schema for editors has the words that are read, and no other', () => {
  expect(Object.keys(schema.properties).sort()).toEqual([...FILE_WORDS].sort())
  const check = schema.properties['checks']!.items
  expect(Object.keys(check.properties).sort()).toEqual([...CHECK_WORDS].sort())
  for (const [metric, words] of Object.entries(COMMON))
    expect([metric, Object.keys(check.properties[metric]!.properties).sort()]).toEqual([metric, [...words].sort()])
})

test('each has a name of its own, and the period of its file unless it says another', () => {
  const checks = ['missing: { column: a }', 'missing: { column: a }', 'duplicate: { columns: [a, b] }']
  const text = `table: books\nevery: 1 day\nchecks:\n${checks.map((check) => `  - ${check}\n`).join('')}  - row_count: { must_be: 1 }\n    name: one\n    every: 30 seconds\n`
  expect(readCheckFile('a.yaml', text).map(({ id, periodSeconds }) => [id, periodSeconds])).toEqual([
    ['a.yaml/missing a', 86_400],
    ['a.yaml/missing a (2)', 86_400],
    ['a.yaml/duplicate a b', 86_400],
    ['a.yaml/one', 30],
  ])
  expect(() => readCheckFile('a.yaml', text.replace('30 seconds', 'sometimes'))).toThrow(
    expect.objectContaining({ details: expect.stringContaining('a.yaml:9:12') }),
  )
})
