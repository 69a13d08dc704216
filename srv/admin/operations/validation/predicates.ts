import type { Comparison, LiteralType, Operand, Predicate } from '../../core/filter/syntax.ts'
import { literalValue } from '../../core/filter/tokens.ts'
import { isNumeric } from '../../core/formats.ts'
import { lacks } from '../../core/own-type.ts'
import type { Condition } from '../../core/rules/rule.ts'
import type { ValueKind } from '../../core/values.ts'
import { AdminError } from '../../core/errors.ts'
import type { ColumnMetadata } from '../../dialects/metadata.ts'

const LITERALS: Partial<Record<ValueKind, LiteralType>> = {
  boolean: 'boolean',
  integer: 'number',
  decimal: 'number',
  float: 'number',
  text: 'string',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  other: 'string',
}
const NEGATIONS: Readonly<Record<Comparison, Comparison>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

const column = ({ name }: ColumnMetadata): Operand => ({ type: 'column', name, at: 0 })
const compare = (left: Operand, operator: Comparison, right: Operand): Predicate => ({
  type: 'compare',
  operator,
  left,
  right,
})
const number = (count: number): Operand => ({ type: 'literal', literal: 'number', text: String(count), at: 0 })
const lengthOf = (target: ColumnMetadata): Operand => ({ type: 'call', name: 'length', args: [column(target)], at: 0 })
const either = (parts: readonly Predicate[]): Predicate => {
  const [only, ...others] = parts
  return only && others.length === 0 ? only : { type: 'or', parts }
}

/** True for null, and for a text of no characters. */
export const isMissing = (target: ColumnMetadata, orEmpty: boolean): Predicate => {
  const isNull: Predicate = { type: 'null', operand: column(target), negated: false }
  if (!orEmpty || target.kind !== 'text') return isNull
  const isEmpty = lacks('equality', target.own)
    ? compare(lengthOf(target), '=', number(0))
    : compare(column(target), '=', literal(target, ''))
  return either([isNull, isEmpty])
}

/** @throws AdminError `INVALID_FILTER` when the column has no length. */
export const isOutsideLength = (
  target: ColumnMetadata,
  { min, max }: Extract<Condition, { rule: 'length' }>,
): Predicate => {
  if (target.kind !== 'text') throw new AdminError('INVALID_FILTER', `a ${target.kind} has no length`)
  const length = lengthOf(target)
  return either([
    ...(min === undefined ? [] : [compare(length, '<', number(min))]),
    ...(max === undefined ? [] : [compare(length, '>', number(max))]),
  ])
}

/** @throws AdminError `INVALID_FILTER` when a bound is no value of the column's kind. */
export const isOutsideRange = (
  target: ColumnMetadata,
  { min, max }: Extract<Condition, { rule: 'range' }>,
): Predicate => {
  if (target.kind === 'boolean') throw new AdminError('INVALID_FILTER', 'a boolean has no range')
  return either([
    ...(min === undefined ? [] : [compare(column(target), '<', literal(target, min))]),
    ...(max === undefined ? [] : [compare(column(target), '>', literal(target, max))]),
  ])
}

/** @throws AdminError `INVALID_FILTER` when a value is none of the column's kind. */
export const isAmong = (target: ColumnMetadata, values: readonly string[], negated: boolean): Predicate => ({
  type: 'in',
  operand: column(target),
  list: values.map((value) => literal(target, value)),
  negated,
})

export const isNotSo = (target: ColumnMetadata, operator: Comparison, other: ColumnMetadata): Predicate =>
  compare(column(target), NEGATIONS[operator], column(other))

/** The text as a value of the column's kind. */
const literal = ({ kind }: ColumnMetadata, value: string): Operand => {
  const type = LITERALS[kind]
  if (type === undefined) throw new AdminError('INVALID_FILTER', `values of a ${kind} column cannot be compared`)
  const text = type === 'string' ? value : value.trim()
  const problem = new AdminError('INVALID_FILTER', `${JSON.stringify(value.slice(0, 64))} is no ${kind}`)
  if (type === 'number' && !isNumeric(text)) throw problem
  if (type === 'boolean' && !/^(?:true|false)$/i.test(text)) throw problem
  const node = { type: 'literal', literal: type, text: type === 'boolean' ? text.toLowerCase() : text, at: 0 } as const
  try {
    literalValue(node, kind)
  } catch {
    throw problem
  }
  return node
}

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
