import { RE2JS } from 're2js'
import { FORMAT_CHECKS, isNumeric } from '../../core/formats.ts'
import type { Format } from '../../core/rules/rule.ts'
import type { JsonValue } from '../../core/values.ts'

/** A test of single values that is the same on every engine, as data. */
export type ValueTest =
  | { readonly type: 'format'; readonly format: Format }
  /** Matches anywhere in the text unless the expression says otherwise. */
  | { readonly type: 'pattern'; readonly regex: string }
  /** Of texts: as numbers when the bounds are numbers, else by code points. */
  | { readonly type: 'range'; readonly min?: string; readonly max?: string }

type Passes = (value: Exclude<JsonValue, null>) => boolean

/**
 * Makes the test. Patterns are matched in time that grows with the text, whatever they say.
 *
 * @throws Error saying why a pattern is not accepted.
 */
export const compileTest = (test: ValueTest): Passes => {
  switch (test.type) {
    case 'format':
      return FORMAT_CHECKS[test.format]
    case 'pattern': {
      const expression = RE2JS.compile(test.regex)
      return (value) => expression.test(String(value))
    }
    case 'range':
      return rangeTest(test.min, test.max)
  }
}

const rangeTest = (min: string | undefined, max: string | undefined): Passes => {
  const bounds = [min, max].filter((bound) => bound !== undefined)
  if (bounds.every(isNumeric)) {
    const [low, high] = [min === undefined ? -Infinity : Number(min), max === undefined ? Infinity : Number(max)]
    return (value) => isNumeric(String(value)) && Number(value) >= low && Number(value) <= high
  }
  const bytes = (text: string): Buffer => Buffer.from(text)
  const [low, high] = [min, max].map((bound) => (bound === undefined ? undefined : bytes(bound)))
  return (value) => {
    const text = bytes(String(value))
    return (!low || Buffer.compare(text, low) >= 0) && (!high || Buffer.compare(text, high) <= 0)
  }
}
