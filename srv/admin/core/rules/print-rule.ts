import { NEXT_RULE } from './parse-rules.ts'
import { type Condition, type Rule, TABLE } from './rule.ts'

/** A rule in the short form that `parseRules` reads, where that can say it; otherwise close to it. */
export const printRule = ({
  columns: [column = TABLE, ...others],
  condition,
}: Pick<Rule, 'columns' | 'condition'>): string => {
  const extra = condition.rule === 'unique' ? others.map(escapeWord) : []
  return [escapeWord(column), condition.rule, ...printArguments(condition), ...extra].join(':')
}

const printArguments = (condition: Condition): string[] => {
  switch (condition.rule) {
    case 'length':
    case 'range':
    case 'rowCount':
      return [condition.min, condition.max].map((bound) => escapeWord(String(bound ?? '')))
    case 'pattern':
      return [escapeText(condition.regex)]
    case 'expression':
      return [escapeText(condition.where)]
    case 'in':
    case 'notIn':
      return condition.values.map(escapeWord)
    case 'compare':
      return [condition.operator, escapeWord(condition.other)]
    case 'references': {
      const { schema, table, referencedColumns = [] } = condition
      return [...(schema === undefined ? [] : [schema]), table, ...referencedColumns].map(escapeWord)
    }
    default:
      return []
  }
}

const escapeWord = (word: string): string => word.replace(/[:,;\\]/g, '\\$&')

/** A pair of `\` and what follows it belongs together. */
const escapeText = (text: string): string =>
  text.replace(/\\[^]|[;,]/g, (match, index: number) => {
    if (match === ',') {
      NEXT_RULE.lastIndex = index
      return NEXT_RULE.test(text) ? '\\,' : match
    }
    return match.length > 1 ? match : `\\${match}`
  })
