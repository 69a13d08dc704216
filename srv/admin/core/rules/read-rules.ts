import { type Arguments, readCondition, readRuleName } from './read-condition.ts'
import { parseColumnList } from '../identifiers.ts'
import { parseRules } from './parse-rules.ts'
import { MAX_RULES, type Rule, type Severity, SHAPES, ruleError, tooManyRules } from './rule.ts'

/** A rule in its long form. For `expression`, `where` is the condition itself. */
export interface RuleItem extends Arguments {
  readonly rule: string
  readonly column?: string
  readonly columns?: string | readonly string[]
  readonly severity?: Severity
  readonly mostly?: number
  readonly maxFailures?: number
  readonly name?: string
}

/**
 * Reads rules in either form.
 *
 * @throws AdminError `INVALID_RULE` with the position of the rule.
 */
export const readRules = (rules: string | readonly RuleItem[]): Rule[] => {
  if (typeof rules === 'string') return parseRules(rules)
  if (rules.length > MAX_RULES) throw tooManyRules()
  return rules.map((item, index) => readRule(item, `rules[${index}]`))
}

/** @param at where it was written. @throws AdminError `INVALID_RULE`. */
export const readRule = (item: RuleItem, at: string): Rule => {
  const { rule: ruleName, column, columns, severity = 'error', mostly, maxFailures, name, where, ...given } = item
  const rule = readRuleName(ruleName, at)
  const isExpression = rule === 'expression'
  if (rule === 'rowCount' && (mostly ?? maxFailures) !== undefined)
    throw ruleError(at, `'rowCount' is kept or not: 'mostly' and 'maxFailures' are about rows`)
  // Beside `column`, the columns of `references` are those that it refers to.
  const areReferenced = rule === 'references' && column !== undefined && given.referencedColumns === undefined
  const args: Arguments = {
    ...given,
    ...(isExpression && where !== undefined && { where }),
    ...(areReferenced && columns !== undefined && { referencedColumns: columns }),
  }
  return {
    columns: readColumns(SHAPES[rule].about, rule, column, areReferenced ? undefined : columns, at),
    condition: readCondition(rule, args, at),
    severity,
    ...(mostly !== undefined && { mostly }),
    ...(maxFailures !== undefined && { maxFailures }),
    ...(where !== undefined && !isExpression && { where }),
    ...(name !== undefined && { name }),
    at,
  }
}

const readColumns = (
  about: 'column' | 'columns' | 'table',
  rule: string,
  column: string | undefined,
  columns: string | readonly string[] | undefined,
  at: string,
): string[] => {
  if (column !== undefined && columns !== undefined) throw ruleError(at, `'column' and 'columns' exclude each other`)
  const names = column === undefined ? (parseColumnList(columns) ?? []) : [column]
  if (about === 'table') {
    if (names.length > 0) throw ruleError(at, `'${rule}' is about the table and takes no column`)
  } else if (names.length === 0) throw ruleError(at, `'column' is missing`)
  else if (about === 'column' && names.length > 1) throw ruleError(at, `'${rule}' takes one column`)
  return names
}
