import { readRules } from '../../../../../srv/admin/core/rules/read-rules.ts'
import type { RuleItem } from '../../../../../srv/admin/core/rules/read-rules.ts'

test('a text and an array say the same', () => {
  const items: RuleItem[] = [
    { column: 'a', rule: 'length', min: 1, max: 5 },
    { column: 'a', rule: 'in', values: ['x', 2, true] },
    { columns: ['a', 'b'], rule: 'unique' },
    { rule: 'rowCount', min: 1 },
  ]
  const bare = (rules: ReturnType<typeof readRules>): object[] =>
    rules.map(({ columns, condition, severity }) => ({ columns, condition, severity }))
  expect(bare(readRules(items))).toEqual(bare(readRules('a:length:1:5,in:x:2:true,unique:b;*:rowCount:1:')))
})

test('an item says how much may fail, how bad that is and which rows it is about', () => {
  const options = { severity: 'warn', mostly: 0.9, maxFailures: 3, where: 'b > 1', name: 'mine' } as const
  expect(readRules([{ column: 'a', rule: 'required', ...options }])).toEqual([
    { columns: ['a'], condition: { rule: 'required' }, at: 'rules[0]', ...options },
  ])
})

test('the where of an expression is its condition', () => {
  expect(readRules([{ rule: 'expression', where: 'a < b' }])).toEqual([
    { columns: [], condition: { rule: 'expression', where: 'a < b' }, severity: 'error', at: 'rules[0]' },
  ])
})

test.each<[RuleItem, string]>([
  [{ rule: 'required' }, "'column' is missing"],
  [{ column: 'a', columns: 'b', rule: 'unique' }, 'exclude each other'],
  [{ columns: ['a', 'b'], rule: 'required' }, "'required' takes one column"],
  [{ column: 'a', rule: 'rowCount', min: 1 }, 'takes no column'],
  [{ column: 'a', rule: 'required', min: 1 }, "rule 'required' takes no 'min'"],
  [{ column: 'a', rule: 'in', values: [] }, "wants 'values'"],
  [{ column: 'a', rule: 'references' }, "'table' is missing"],
  [{ column: 'a', rule: 'length', min: 1.5 }, "'1.5' is no whole number"],
  [{ column: 'a', rule: 'nonsense' }, "rule 'nonsense' is not known"],
])('%j is refused with its position', (item, problem) => {
  expect(() => readRules([{ column: 'a', rule: 'required' }, item])).toThrow(/^INVALID_RULE: At rules\[1\]: /)
  expect(() => readRules([{ column: 'a', rule: 'required' }, item])).toThrow(problem)
})
