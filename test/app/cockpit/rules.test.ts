import { type DraftRule, readRuleName, sentRule } from '../../../app/cockpit/src/pages/validation/rules.ts'
import { parseRules } from '../../../srv/admin/core/rules/parse-rules.ts'
import { readRules } from '../../../srv/admin/core/rules/read-rules.ts'

const draft = (rule: DraftRule['rule'], ...args: string[]): DraftRule => ({
  id: 1,
  column: 'name',
  rule,
  args,
  severity: 'error',
})

test('a rule is sent as the API takes it, without what is empty', () => {
  const about = { column: 'name', severity: 'error' }
  expect(sentRule(draft('required'))).toEqual({ rule: 'required', ...about })
  expect(sentRule(draft('length', '', '100'))).toEqual({ rule: 'length', max: 100, ...about })
  expect(sentRule(draft('range', '1.5', ''))).toEqual({ rule: 'range', min: '1.5', ...about })
  expect(sentRule(draft('in', 'a, b ,c'))).toEqual({ rule: 'in', values: ['a', 'b', 'c'], ...about })
})

test.each([
  'name:required',
  'name:length::100',
  'name:range:1:9',
  'name:unique',
  'name:in:male:female',
  'na\\:me:notEmpty',
  'name:pattern:^[0-9]+([.]\\d+)?:x$',
  'name:pattern:a\\;b',
  'name:compare:<:other',
  'name:references:saga_Planet',
])('%s means the same after it was edited', (text) => {
  const rule = readRuleName(text, 1)!
  const [{ columns, condition }] = readRules([sentRule(rule)]) as [ReturnType<typeof parseRules>[number]]
  const [expected] = parseRules(text)
  expect({ columns, condition }).toEqual({ columns: expected!.columns, condition: expected!.condition })
})

test('of a reference the table is read, behind its schema', () => {
  expect(readRuleName('homeworld_ID:references:main:saga_Planet:ID', 1)).toMatchObject({ args: ['saga_Planet'] })
})

test.each(['name:unique:other', 'name:expression:a > 1', 'name:in:a\\,b:c', 'name:references:a:b', 'nonsense'])(
  '%s is more than the editor can say',
  (text) => {
    expect(readRuleName(text, 1)).toBeUndefined()
  },
)
