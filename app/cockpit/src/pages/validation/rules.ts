/** A rule as it is edited: all arguments are texts until they are sent. */
export interface DraftRule {
  readonly id: number
  readonly column: string
  readonly rule: RuleName
  /** Texts of the arguments, as many as the rule takes. */
  readonly args: readonly string[]
  readonly severity: 'error' | 'warn'
}

/** The common rules, and what they are told: bounds, values, a pattern, another column or table. */
export const RULES = {
  required: [],
  notEmpty: [],
  unique: [],
  integer: [],
  numeric: [],
  date: [],
  timestamp: [],
  email: [],
  url: [],
  uuid: [],
  length: ['min', 'max'],
  range: ['min', 'max'],
  pattern: ['regex'],
  in: ['values'],
  notIn: ['values'],
  references: ['table'],
  compare: ['operator', 'other'],
} as const satisfies Record<string, readonly Argument[]>
export type RuleName = keyof typeof RULES
export type Argument = 'min' | 'max' | 'regex' | 'values' | 'table' | 'operator' | 'other'

export const RULE_NAMES = Object.keys(RULES) as RuleName[]

/** A rule as the API takes it. */
export interface SentRule {
  readonly rule: RuleName
  readonly column: string
  readonly severity: 'error' | 'warn'
  readonly min?: number | string
  readonly max?: number | string
  readonly regex?: string
  readonly values?: string[]
  readonly table?: string
  readonly operator?: string
  readonly other?: string
}

/** What is sent for a rule; arguments that are empty are left out, so that the API says what is missing. */
export const sentRule = ({ column, rule, args, severity }: DraftRule): SentRule => {
  const given = RULES[rule].map((name, index) => [name, args[index]?.trim() ?? ''] as const)
  const parts = given.filter(([, text]) => text !== '').map(([name, text]) => [name, argumentOf(rule, name, text)])
  return { rule, column, severity, ...(Object.fromEntries(parts) as object) }
}

const argumentOf = (rule: RuleName, name: Argument, text: string): unknown => {
  if (name === 'values') return text.split(',').map((each) => each.trim())
  return rule === 'length' && /^\d+$/.test(text) ? Number(text) : text
}

/**
 * Reads the name that the API gives a rule it has inferred, such as `name:length::100`, so that it can be edited.
 *
 * @returns undefined for rules that the editor does not have.
 */
export const readRuleName = (text: string, id: number): DraftRule | undefined => {
  const [, columnText = '', name = '', rest] = /^((?:[^:\\]|\\.)+):(\w+)(?::([^]*))?$/.exec(text) ?? []
  const rule = RULE_NAMES.find((each) => each === name)
  const column = unescape(columnText)
  if (!rule || column === '') return undefined
  const words = rest === undefined ? [] : splitWords(rest)
  const args = argumentsOf(rule, rest ?? '', words)
  return args && { id, column, rule, args, severity: 'error' }
}

const argumentsOf = (rule: RuleName, text: string, words: readonly string[]): readonly string[] | undefined => {
  switch (rule) {
    case 'pattern':
      // Backslashes are part of a pattern, but for those that keep it apart from the next rule.
      return [text.replace(/\\([;,])/g, '$1')]
    case 'in':
    case 'notIn':
      return words.some((word) => word.includes(',')) ? undefined : [words.join(', ')]
    case 'references':
      // The schema stands before the table, columns behind it; two words say not which of them there is.
      return words.length === 2 ? undefined : [words[words.length === 1 ? 0 : 1] ?? '']
    default:
      return words.length > RULES[rule].length ? undefined : RULES[rule].map((_, index) => words[index] ?? '')
  }
}

/** Cuts at colons, except those that a backslash stands before. */
const splitWords = (text: string): string[] => {
  const words: string[] = []
  let start = 0
  for (const { 0: piece, index } of text.matchAll(/\\.|:/g)) {
    if (piece !== ':') continue
    words.push(text.slice(start, index))
    start = index + 1
  }
  return [...words, text.slice(start)].map(unescape)
}

const unescape = (text: string): string => text.replace(/\\(.)/g, '$1')

/** Rules as they stand in an address. */
export const writeRules = (rules: readonly DraftRule[]): string =>
  rules.length === 0
    ? ''
    : JSON.stringify(rules.map(({ column, rule, args, severity }) => [column, rule, severity, ...args]))

/** Rules of an address; what is none is left out. */
export const readRules = (text: string): DraftRule[] => {
  try {
    const lines: unknown = JSON.parse(text)
    return Array.isArray(lines) ? lines.flatMap(readLine) : []
  } catch {
    return []
  }
}

const readLine = (line: unknown, id: number): DraftRule[] => {
  if (!Array.isArray(line) || !line.every((part) => typeof part === 'string')) return []
  const [column = '', name, severity, ...args] = line
  const rule = RULE_NAMES.find((each) => each === name)
  return rule ? [{ id, column, rule, args, severity: severity === 'warn' ? 'warn' : 'error' }] : []
}
