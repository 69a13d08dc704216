/** What pages write as files of checks is read as the same rules, and as what a profile has found. */
import { checksOfProfile } from '../../../app/cockpit/src/pages/table/profile-checks.ts'
import type { ProfiledColumn, ProfileResult } from '../../../app/cockpit/src/pages/table/profile-result.ts'
import { writeCheckFile } from '../../../app/cockpit/src/pages/validation/write-check-file.ts'
import { readCheckFile } from '../../../srv/admin/core/check-files/read-check-file.ts'
import { parseRules } from '../../../srv/admin/core/rules/parse-rules.ts'
import { printRule } from '../../../srv/admin/core/rules/print-rule.ts'

const told = (text: string, severity = 'error') => {
  const [rule] = parseRules(text)
  return { name: printRule(rule!), rule: rule!.condition.rule, severity }
}

test.each([
  ...['title:required', 'title:unique', 'title:email', 'title:length:1:20', 'title:length::20', 'price:range:0:9.5'],
  ...['day:range:2020-01-01:', 'state:in:new:used', 'isbn:pattern:^\\d{3}$', 'author_ID:references:authors'],
])('%s', (text) => {
  const [rule] = parseRules(text)
  const [check] = readCheckFile('a.yaml', writeCheckFile('my "books"', [told(text)]))
  expect(check).toMatchObject({ table: 'my "books"', rule: { columns: rule!.columns, condition: rule!.condition } })
})

test('columns together, warnings, and rules that files have no word for', () => {
  const unique = { name: 'title,author_ID:unique', rule: 'unique', columns: ['title', 'author_ID'], severity: 'warn' }
  const text = writeCheckFile('books', [unique, told('state:notIn:old')])
  expect(text).toContain('\n  # state:notIn:old\n')
  expect(readCheckFile('a.yaml', text)).toMatchObject([
    { severity: 'warn', rule: { columns: ['title', 'author_ID'], condition: { rule: 'unique' } } },
  ])
  expect(
    readCheckFile('a.yaml', writeCheckFile('books', [told('state:notIn:old')]).replace('checks:', 'checks: []')),
  ).toEqual([])
})

describe('of a profile', () => {
  const column = (more: Partial<ProfiledColumn>): ProfiledColumn =>
    ({
      name: 'a',
      type: 'NVARCHAR(9)',
      nullCount: 1,
      distinctCount: 3,
      distinctExact: true,
      topValues: [],
      alerts: [],
      ...more,
    }) as ProfiledColumn
  const checksFor = (rowCount: number, ...columns: readonly ProfiledColumn[]): object[] => {
    const text = checksOfProfile({ table: 'books', rowCount, columns } as unknown as ProfileResult)
    return readCheckFile('a.yaml', text).map(({ rule }) => ({ of: rule!.columns, ...rule!.condition }))
  }
  const some = { of: [], rule: 'rowCount', min: 1 }
  const values = (...all: readonly string[]) => all.map((value) => ({ value, count: 9, percent: 30 }))

  test.each<[string, Partial<ProfiledColumn>, object[]]>([
    ['nothing is sure of it', {}, []],
    ['it has no null', { nullCount: 0 }, [{ of: ['a'], rule: 'required' }]],
    ['its values differ', { alerts: ['UNIQUE'] }, [{ of: ['a'], rule: 'unique' }]],
    [
      'it has few texts',
      { topValues: values('x', 'y "z"', '') },
      [{ of: ['a'], rule: 'in', values: ['x', 'y "z"', ''] }],
    ],
    ['it has more texts than are told', { topValues: values('x', 'y') }, []],
    [
      'it is a number',
      { type: 'DECIMAL(9,2)', min: -1.5, max: 7 },
      [{ of: ['a'], rule: 'range', min: '-1.5', max: '7' }],
    ],
    ['it is masked', { nullCount: 0, masked: true }, []],
  ])('a column: %s', (_, more, expected) => {
    expect(checksFor(100, column(more))).toEqual([some, ...expected])
  })

  test('few rows say nothing of values, and no row of anything', () => {
    expect(checksFor(5, column({ topValues: values('x', 'y', 'z') }))).toEqual([some])
    expect(checksFor(0, column({ nullCount: 0 }))).toEqual([{ of: [], rule: 'rowCount', min: 0 }])
  })
})
