import fc from 'fast-check'
import { readRules, type RuleItem } from '../../../../srv/admin/core/rules/read-rules.ts'
import { parseRules } from '../../../../srv/admin/core/rules/parse-rules.ts'
import { printRule } from '../../../../srv/admin/core/rules/print-rule.ts'
import { type Condition, FORMATS, OPERATORS, type Rule } from '../../../../srv/admin/core/rules/rule.ts'
import { runs } from '../../../support/long.ts'

const parsed = (text: string): object[] => parseRules(text).map(({ columns, condition }) => ({ columns, ...condition }))

test('the form that hana-cli documents is read', () => {
  expect(parsed('email:required,email;age:numeric,range:0:120;name:length:2:10')).toEqual([
    { columns: ['email'], rule: 'required' },
    { columns: ['email'], rule: 'email' },
    { columns: ['age'], rule: 'numeric' },
    { columns: ['age'], rule: 'range', min: '0', max: '120' },
    { columns: ['name'], rule: 'length', min: 2, max: 10 },
  ])
})

test('a pattern keeps its commas and colons, and ends before the next rule or part', () => {
  expect(parsed('zip:pattern:^[0-9]{3,5}(?:x)?$,length:3:5; b : required ;')).toEqual([
    { columns: ['zip'], rule: 'pattern', regex: '^[0-9]{3,5}(?:x)?$' },
    { columns: ['zip'], rule: 'length', min: 3, max: 5 },
    { columns: ['b'], rule: 'required' },
  ])
})

test('a backslash takes the meaning from what separates, and stays in patterns', () => {
  expect(parsed(String.raw`a\:b\,c\;d\\e:in:x\:y:z`)).toEqual([
    { columns: [String.raw`a:b,c;d\e`], rule: 'in', values: ['x:y', 'z'] },
  ])
  expect(parsed(String.raw`a:pattern:\d+\;\,date\\;b:date`)).toEqual([
    { columns: ['a'], rule: 'pattern', regex: String.raw`\d+;,date\\` },
    { columns: ['b'], rule: 'date' },
  ])
})

test('a bound may be left out', () => {
  expect(parsed('a:range:5:;b:length::3')).toEqual([
    { columns: ['a'], rule: 'range', min: '5' },
    { columns: ['b'], rule: 'length', max: 3 },
  ])
})

test('rules about several columns, other tables and the table itself are read', () => {
  const references = 'h:references:planet,references:planet:ID,references:s:planet:ID'
  expect(parsed(`a:unique:b:c;${references};*:rowCount:1:,expression:a > 'x,y:z', rowCount::9`)).toEqual([
    { columns: ['a', 'b', 'c'], rule: 'unique' },
    { columns: ['h'], rule: 'references', table: 'planet' },
    { columns: ['h'], rule: 'references', table: 'planet', referencedColumns: ['ID'] },
    { columns: ['h'], rule: 'references', schema: 's', table: 'planet', referencedColumns: ['ID'] },
    { columns: [], rule: 'rowCount', min: 1 },
    { columns: [], rule: 'expression', where: "a > 'x,y:z'" },
    { columns: [], rule: 'rowCount', max: 9 },
  ])
})

test.each([
  ['a', 'character 2', "column 'a' has no rule"],
  ['a:required;:date', 'character 12', 'a column is missing'],
  ['a:requird', 'character 3', "did you mean 'required'"],
  ['a:required,', 'character 12', 'the name of a rule is missing'],
  ['a:length:5', 'character 3', "'length' takes 2 arguments, not 1"],
  ['a:date;b:length:x:3', 'character 10', "'x' is no whole number"],
  ['a:length:3:2', 'character 3', "'min' is greater than 'max'"],
  ['a:range::', 'character 3', "'min' or 'max' is missing"],
  ['a:pattern:', 'character 3', "'regex' is missing"],
  ['a:compare:~:b', 'character 3', "'operator' must be one of"],
  ['a:rowCount:1:2', 'character 3', 'is about the table'],
  ['*:required', 'character 3', 'wants a column'],
  ['a:required:1', 'character 3', "'required' takes 0 arguments, not 1"],
  ['a:unique:', 'character 3', 'a column is missing'],
])('%s is refused with its position', (text, at, problem) => {
  expect(() => parseRules(text)).toThrow(expect.objectContaining({ code: 'INVALID_RULE' }))
  expect(() => parseRules(text)).toThrow(`At ${at}: `)
  expect(() => parseRules(text)).toThrow(problem)
})

const name = fc
  .string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...Array.from('ab_: ,;\\"é😀')) })
  .map((text) => text.trim())
  .filter((text) => text !== '' && text !== '*')
const value = fc.string({ maxLength: 8, unit: fc.constantFrom(...Array.from('ab1:,;\\ .')) })
// `\` before a separator means the separator itself, in a pattern as in its short form.
const freeText = fc
  .array(fc.constantFrom('a', '\\d', '\\\\', ',', ';', ':', ',date', ', required', '(', ' ', '{1,2}', 'x,unique:'), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
  .filter((text) => !/\\\\?[:,;]/.test(text))
const count = fc.nat(99)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.constantFrom('required' as const, 'notEmpty' as const, ...FORMATS).map((rule): Condition => ({ rule })),
  fc.record({ rule: fc.constant('length' as const), min: count }),
  fc.tuple(count, count).map(([a, b]): Condition => ({ rule: 'length', min: Math.min(a, b), max: Math.max(a, b) })),
  fc.record({ rule: fc.constant('range' as const), max: value.filter((text) => text.trim() !== '') }),
  fc.record({ rule: fc.constant('pattern' as const), regex: freeText }),
  fc.record({
    rule: fc.constantFrom('in' as const, 'notIn' as const),
    values: fc.array(value, { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ rule: fc.constant('compare' as const), operator: fc.constantFrom(...OPERATORS), other: name }),
  fc.record({ rule: fc.constant('references' as const), schema: name, table: name, referencedColumns: fc.tuple(name) }),
)
const rule: fc.Arbitrary<Pick<Rule, 'columns' | 'condition'>> = fc.oneof(
  fc.record({ columns: fc.tuple(name), condition }),
  fc.record({
    columns: fc.array(name, { minLength: 1, maxLength: 3 }),
    condition: fc.constant<Condition>({ rule: 'unique' }),
  }),
  fc.record({
    columns: fc.constant([]),
    condition: freeText.map((where): Condition => ({ rule: 'expression', where })),
  }),
)

test('what is printed reads as what it was', () => {
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 5 }), (rules) => {
      const again = parseRules(rules.map(printRule).join(';'))
      expect(again.map(({ columns, condition }) => ({ columns, condition }))).toEqual(rules)
    }),
    { numRuns: runs(50, 500) },
  )
})

test('any text is read or refused as a rule, in time that grows with its length', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from(':,;\\ a*'), 'date', 'pattern', 'range') }), (text) => {
      try {
        expect(parseRules(text).length).toBeGreaterThanOrEqual(0)
      } catch (error) {
        expect(error).toMatchObject({ code: 'INVALID_RULE' })
      }
    }),
  )
  expect(parseRules(`a:expression:${','.repeat(200_000)}`.replace('a', '*'))).toHaveLength(1)
})

const refused = (details: string): Error => expect.objectContaining({ code: 'INVALID_RULE', details }) as Error

test('a pattern is as long in a text as in a list', () => {
  const of = (length: number): string => `a:pattern:${'x'.repeat(length)}`
  expect(parseRules(of(1_000))).toHaveLength(1)
  for (const length of [1_001, 512_000])
    expect(() => parseRules(of(length))).toThrow(refused("At character 3: 'regex' has at most 1000 characters"))
})

test('rules and their values are counted before anything is made of them', () => {
  expect(parseRules('a:required;'.repeat(2_000))).toHaveLength(2_000)
  const tooMany = refused('A request has at most 2000 rules')
  expect(() => parseRules('a:required;'.repeat(2_001))).toThrow(tooMany)
  expect(() => parseRules(`a:required${',required'.repeat(90_000)}`)).toThrow(tooMany)
  expect(() => readRules(Array.from({ length: 2_001 }, () => ({ rule: 'required', column: 'a' })))).toThrow(tooMany)
  expect(parseRules(`a:in${':x'.repeat(10_000)}`)).toHaveLength(1)
  expect(() => parseRules(`a:in${':x'.repeat(10_001)}`)).toThrow(
    refused("At character 3: rule 'in' takes at most 10000 values"),
  )
})

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

test('what a column references is named by its table and columns, in either form', () => {
  const rule = 'references'
  const expected = readRules('a:references:s:t:ID')[0]?.condition
  for (const item of [
    { columns: ['ID'] },
    { columns: 'ID' },
    { referencedColumns: ['ID'] },
    { referencedColumns: 'ID' },
  ])
    expect(readRules([{ column: 'a', rule, schema: 's', table: 't', ...item }])).toMatchObject([
      { columns: ['a'], condition: expected },
    ])
  expect(readRules([{ columns: 'a, b', rule, table: 't', referencedColumns: 'c, d' }])).toMatchObject([
    { columns: ['a', 'b'], condition: { rule, table: 't', referencedColumns: ['c', 'd'] } },
  ])
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
  [{ rule: 'rowCount', min: 1, mostly: 0.5 }, "'mostly' and 'maxFailures' are about rows"],
  [{ rule: 'rowCount', min: 1, maxFailures: 1 }, "'mostly' and 'maxFailures' are about rows"],
  [{ column: 'a', rule: 'in', values: [] }, "wants 'values'"],
  [{ column: 'a', rule: 'references' }, "'table' is missing"],
  [{ column: 'a', columns: ['b'], referencedColumns: 'c', rule: 'references', table: 't' }, 'exclude each other'],
  [{ column: 'a', rule: 'range', min: 5, max: '1' }, "'min' is greater than 'max'"],
  [{ column: 'a', rule: 'length', min: 1.5 }, "'1.5' is no whole number"],
  [{ column: 'a', rule: 'nonsense' }, "rule 'nonsense' is not known"],
])('%j is refused with its position', (item, problem) => {
  expect(() => readRules([{ column: 'a', rule: 'required' }, item])).toThrow(/^INVALID_RULE: At rules\[1\]: /)
  expect(() => readRules([{ column: 'a', rule: 'required' }, item])).toThrow(problem)
})
