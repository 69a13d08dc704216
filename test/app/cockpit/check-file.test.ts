/** What a page writes as a file of checks is read as the same rules. */
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
