import { checkFile, quoted } from '../../parts/check-file.ts'
import { readRuleName, type RuleName } from './rules.ts'

/** A rule as a validation tells it. */
export interface ToldRule {
  readonly name: string
  readonly rule: string
  readonly columns?: readonly string[] | undefined
  readonly severity: string
}

/**
 * Rules as a file of checks, which an application keeps in `checks/`.
 *
 * @returns YAML. A rule that such files have no word for is a comment.
 */
export const writeCheckFile = (table: string, rules: readonly ToldRule[]): string => {
  const checks = rules.map((rule) => {
    const check = checkOf(rule)
    if (check === undefined) return `# ${rule.name.replace(/\s+/g, ' ')}`
    return rule.severity === 'warn' ? `${check}\n    severity: warning` : check
  })
  return checkFile(table, checks)
}

const checkOf = ({ name, rule, columns }: ToldRule): string | undefined => {
  if (columns && rule === 'unique') return `duplicate: { columns: [${columns.map(quoted).join(', ')}] }`
  const draft = readRuleName(name, 0)
  return draft && write(draft.rule, draft.args, `column: ${quoted(draft.column)}`)
}

const FORMATS: readonly RuleName[] = ['integer', 'numeric', 'date', 'timestamp', 'email', 'url', 'uuid']

const write = (rule: RuleName, args: readonly string[], column: string): string | undefined => {
  const [first = '', second = ''] = args
  if (FORMATS.includes(rule)) return `invalid: { ${column}, valid_format: ${rule} }`
  switch (rule) {
    case 'required':
      return `missing: { ${column} }`
    case 'unique':
      return `duplicate: { ${column} }`
    case 'in':
      return `invalid: { ${column}, valid_values: [${first.split(', ').map(quoted).join(', ')}] }`
    case 'pattern':
      return `invalid: { ${column}, valid_regex: ${quoted(first)} }`
    case 'range':
      return `invalid: { ${[column, ...bound('valid_min', first, quotedUnlessNumber), ...bound('valid_max', second, quotedUnlessNumber)].join(', ')} }`
    case 'length':
      return `invalid: { ${[column, ...bound('valid_min_length', first), ...bound('valid_max_length', second)].join(', ')} }`
    case 'references':
      return `reference: { ${column}, table: ${quoted(first)} }`
    default:
      return undefined
  }
}

const bound = (word: string, text: string, print = (plain: string): string => plain): string[] =>
  text === '' ? [] : [`${word}: ${print(text)}`]

const quotedUnlessNumber = (text: string): string => (/^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? text : quoted(text))
