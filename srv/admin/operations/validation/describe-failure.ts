import type { Condition } from '../../core/rules/rule.ts'

const FORMATS = {
  integer: 'is no whole number',
  numeric: 'is no number',
  boolean: 'is no boolean',
  date: 'is no date (YYYY-MM-DD)',
  timestamp: 'is no date or timestamp (ISO 8601)',
  email: 'is no e-mail address',
  url: 'is no web address',
  uuid: 'is no UUID',
} as const

/** What is wrong with a value that fails, in words that name no value. */
export const describeFailure = (condition: Condition): string => {
  switch (condition.rule) {
    case 'required':
      return 'is null'
    case 'notEmpty':
      return 'is null or empty'
    case 'unique':
      return 'is not unique'
    case 'length':
      return `is not ${bounds(condition)} characters long`
    case 'range':
      return `is not ${bounds(condition)}`
    case 'rowCount':
      return `the number of rows is not ${bounds(condition)}`
    case 'pattern':
      return 'does not match the pattern'
    case 'in':
      return 'is not among the values'
    case 'notIn':
      return 'is among the values'
    case 'references':
      return `has no row in '${condition.table}'`
    case 'compare':
      return `is not ${condition.operator} '${condition.other}'`
    case 'expression':
      return 'does not meet the expression'
    default:
      return FORMATS[condition.rule]
  }
}

const bounds = ({ min, max }: { min?: string | number; max?: string | number }): string => {
  if (min === undefined) return `at most ${String(max)}`
  return max === undefined ? `at least ${String(min)}` : `from ${String(min)} to ${String(max)}`
}
