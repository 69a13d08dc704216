/** What is chosen on a page stands in its address, and goes along to others. */
import fc from 'fast-check'
import { readForm, readNames, writeForm, writeNames } from '../../../app/cockpit/src/parts/form-options.ts'
import { hrefOf, parseRoute } from '../../../app/cockpit/src/parts/route.ts'
import { subjectOf } from '../../../app/cockpit/src/parts/subject.ts'
import { readRules, writeRules } from '../../../app/cockpit/src/pages/validation/rules.ts'
import { isOfVersion } from '../../../app/cockpit/src/shell/failure-cause.ts'

const DEFAULTS = { schema: '', table: 'a', names: [] as readonly string[], all: true, some: false }
const text = fc.string({ minLength: 1 }).filter((each) => !/\p{Cs}/u.test(each))

test('a form survives its address', () => {
  const form = fc.record({ schema: text, table: text, names: fc.array(text), all: fc.boolean(), some: fc.boolean() })
  fc.assert(
    fc.property(form, (filled) => {
      const { options } = parseRoute(hrefOf('page', [], writeForm(filled, DEFAULTS)))
      expect(readForm(options, DEFAULTS)).toEqual(filled)
    }),
  )
  expect(writeForm(DEFAULTS, DEFAULTS)).toEqual({
    ...{ schema: undefined, table: undefined, names: undefined, all: undefined, some: undefined },
  })
})

test('names survive, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(text), (names) => {
      expect(readNames(writeNames(names))).toEqual(names)
    }),
  )
  expect(readNames('[nothing')).toEqual([])
})

test('rules of a validation survive', () => {
  const rules = [
    { id: 0, column: 'a', rule: 'range', args: ['1', ''], severity: 'warn' },
    { id: 1, column: 'b,c', rule: 'required', args: [], severity: 'error' },
  ] as const
  expect(readRules(writeRules(rules))).toEqual(rules)
  expect([readRules(''), readRules('{}'), readRules('[["a","none","error"],1]')]).toEqual([[], [], []])
})

test('a place is about a table where it names one', () => {
  const of = (hash: string) => subjectOf(parseRoute(hash))
  expect(of('#/table/main/a%2Fb?tab=rows')).toEqual({ schema: 'main', table: 'a/b' })
  expect(of('#/export?schema=main&table=c')).toEqual({ schema: 'main', table: 'c' })
  expect(of('#/compare?schema1=main&table1=c')).toEqual({ schema: 'main', table: 'c' })
  expect([of('#/overview'), of('#/tables/main'), of('')]).toEqual([undefined, undefined, undefined])
})

test('a page is of this version when it names the same scripts', () => {
  expect(isOfVersion('<script src="./assets/a-1.js">', ['./assets/a-1.js'])).toBe(true)
  expect(isOfVersion('<script src="./assets/a-2.js">', ['./assets/a-1.js'])).toBe(false)
})
