import { nearNames, parseColumnList } from '../identifiers.ts'
import {
  type Condition,
  type Format,
  FORMATS,
  type Operator,
  OPERATORS,
  RULE_NAMES,
  type RuleName,
  ruleError,
} from './rule.ts'

/** What a rule can be told; absent where it was not. */
export interface Arguments {
  readonly min?: string | number
  readonly max?: string | number
  readonly regex?: string
  readonly values?: readonly (string | number | boolean)[]
  readonly schema?: string
  readonly table?: string
  readonly referencedColumns?: string | readonly string[]
  readonly operator?: string
  readonly other?: string
  readonly where?: string
}

/** Characters of a pattern: what it costs to compile it grows with them, whichever way it was sent. */
export const MAX_PATTERN = 1_000
/** Of `in` and `notIn`: engines take about three times as many in a statement. */
const MAX_VALUES = 10_000

/** The arguments that each rule knows. */
const KNOWN: Readonly<Partial<Record<RuleName, readonly (keyof Arguments)[]>>> = {
  length: ['min', 'max'],
  range: ['min', 'max'],
  rowCount: ['min', 'max'],
  pattern: ['regex'],
  in: ['values'],
  notIn: ['values'],
  references: ['schema', 'table', 'referencedColumns'],
  compare: ['operator', 'other'],
  expression: ['where'],
}

/** @throws AdminError `INVALID_RULE` with near names. */
export const readRuleName = (name: string, at: string): RuleName => {
  const known = RULE_NAMES.find((rule) => rule === name)
  if (known) return known
  const near = nearNames(name, RULE_NAMES).map((rule) => `'${rule}'`)
  throw ruleError(
    at,
    `rule '${name.slice(0, 64)}' is not known${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''}`,
  )
}

/**
 * Checks what a rule was told and makes its condition.
 *
 * @throws AdminError `INVALID_RULE`.
 */
export const readCondition = (rule: RuleName, args: Arguments, at: string): Condition => {
  const unknown = (Object.keys(args) as (keyof Arguments)[]).find((name) => !KNOWN[rule]?.includes(name))
  if (unknown !== undefined) throw ruleError(at, `rule '${rule}' takes no '${unknown}'`)
  const format = FORMATS.find((name): name is Format => name === rule)
  if (format) return { rule: format }
  switch (rule) {
    case 'length':
    case 'rowCount':
      return { rule, ...readBounds(args, at, readCount) }
    case 'range':
      return { rule, ...readBounds(args, at, String) }
    case 'pattern':
      return { rule, regex: readPattern(args.regex, at) }
    case 'in':
    case 'notIn':
      if (!args.values?.length) throw ruleError(at, `rule '${rule}' wants 'values'`)
      if (args.values.length > MAX_VALUES) throw ruleError(at, `rule '${rule}' takes at most ${MAX_VALUES} values`)
      return { rule, values: args.values.map(String) }
    case 'references': {
      const referencedColumns = parseColumnList(args.referencedColumns, 'referencedColumns')
      return {
        rule,
        table: readText(args.table, 'table', at),
        ...(args.schema !== undefined && { schema: args.schema }),
        ...(referencedColumns && { referencedColumns }),
      }
    }
    case 'compare':
      return { rule, operator: readOperator(args.operator, at), other: readText(args.other, 'other', at) }
    case 'expression':
      return { rule, where: readText(args.where, 'where', at) }
    default:
      return { rule: rule as 'required' | 'notEmpty' | 'unique' }
  }
}

const readBounds = <T extends string | number>(
  { min, max }: Arguments,
  at: string,
  read: (bound: string | number, at: string) => T,
): { min?: T; max?: T } => {
  if (min === undefined && max === undefined) throw ruleError(at, `'min' or 'max' is missing`)
  const bounds = {
    ...(min !== undefined && { min: read(min, at) }),
    ...(max !== undefined && { max: read(max, at) }),
  }
  // Bounds that are no numbers are days and times, or not known for what they are before the column is.
  if (Number(bounds.min) > Number(bounds.max)) throw ruleError(at, `'min' is greater than 'max'`)
  return bounds
}

const readCount = (bound: string | number, at: string): number => {
  const text = String(bound).trim()
  if (!/^\d{1,15}$/.test(text)) throw ruleError(at, `'${text.slice(0, 64)}' is no whole number`)
  return Number(text)
}

const readText = (text: string | undefined, field: string, at: string): string => {
  if (text === undefined || text === '') throw ruleError(at, `'${field}' is missing`)
  return text
}

const readPattern = (regex: string | undefined, at: string): string => {
  const text = readText(regex, 'regex', at)
  if (text.length > MAX_PATTERN) throw ruleError(at, `'regex' has at most ${MAX_PATTERN} characters`)
  return text
}

const readOperator = (operator: string | undefined, at: string): Operator => {
  const wanted = operator === '!=' ? '<>' : operator
  const known = OPERATORS.find((each) => each === wanted)
  if (!known) throw ruleError(at, `'operator' must be one of ${OPERATORS.join(' ')}`)
  return known
}
