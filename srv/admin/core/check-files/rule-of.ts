import { ruleError, FORMATS } from '../rules/rule.ts'
import type { RuleItem } from '../rules/read-rules.ts'
import type { Placed, Metric } from './words.ts'

/** Those that are rules about rows of one table. */
type RuleMetric = Exclude<Metric, 'same_rows'>

type Words = ReadonlyMap<string, Placed>

/**
 * The rule of validations that a check means.
 *
 * @param at of the check.
 * @throws AdminError `INVALID_RULE` with the place of what is wrong.
 */
export const ruleOf = (metric: RuleMetric, words: Words, where: string | undefined, at: string): RuleItem => {
  const filter = where === undefined ? {} : { where }
  switch (metric) {
    case 'row_count':
      return { rule: 'rowCount', ...boundsOf(words, at), ...filter }
    case 'missing':
      return { rule: 'required', ...columnsOf(words), ...toleranceOf(words), ...filter }
    case 'duplicate':
      return { rule: 'unique', ...columnsOf(words), ...toleranceOf(words), ...filter }
    case 'invalid':
      return { ...validityOf(words, at), ...columnsOf(words), ...toleranceOf(words), ...filter }
    case 'reference':
      return { rule: 'references', ...columnsOf(words), ...targetOf(words), ...toleranceOf(words), ...filter }
    case 'freshness': {
      const { value, at: place } = words.get('must_be_less_than') ?? { value: undefined, at }
      const recent = `${textOf(words, 'column', at)} > now() - ${ageOf(value, place)}`
      return { rule: 'rowCount', min: 1, where: where === undefined ? recent : `(${where}) and ${recent}` }
    }
  }
}

/** What `same_rows` compares with. @throws AdminError `INVALID_RULE`. */
export const comparisonOf = (words: Words, at: string) => ({
  table: textOf(words, 'table', at),
  ...(words.has('schema') && { schema: textOf(words, 'schema', at) }),
  ...(words.has('key_columns') && { keyColumns: namesOf(words, 'key_columns') }),
  ...(words.has('columns') && { columns: namesOf(words, 'columns') }),
})

const namesOf = (words: Words, word: string): readonly string[] => {
  const { value, at = '' } = words.get(word) ?? {}
  if (!isTexts(value)) throw ruleError(at, `'${word}' is a list of names`)
  return value
}

const textOf = (words: Words, word: string, at: string): string => {
  const { value, at: place } = words.get(word) ?? { value: undefined, at }
  if (typeof value !== 'string' || value === '')
    throw ruleError(place, `'${word}' is ${value === undefined ? 'missing' : 'a text'}`)
  return value
}

const numberOf = ({ value, at }: Placed, word: string): number => {
  if (typeof value !== 'number' || !(value >= 0)) throw ruleError(at, `'${word}' is a number, zero or more`)
  return value
}

const wholeOf = (given: Placed, word: string): number => {
  const value = numberOf(given, word)
  if (!Number.isSafeInteger(value)) throw ruleError(given.at, `'${word}' is a whole number`)
  return value
}

/** Names of columns, as the long form of a rule has them. */
const columnsOf = (words: Words): Pick<RuleItem, 'column' | 'columns'> => {
  const [one, several] = [words.get('column'), words.get('columns')]
  return {
    ...(one && { column: textOf(words, 'column', one.at) }),
    ...(several && { columns: namesOf(words, 'columns') }),
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((each) => typeof each === 'string')

/** None may fail, unless it says how many, or what share of them. */
const toleranceOf = (words: Words): Pick<RuleItem, 'mostly' | 'maxFailures'> => {
  const unit = words.get('unit')
  if (unit && unit.value !== 'count' && unit.value !== 'percent') throw ruleError(unit.at, `'unit' is count or percent`)
  const given = ['must_be', 'must_be_less_than', 'must_be_less_than_or_equal'].flatMap((word) => {
    const placed = words.get(word)
    return placed ? [{ word, placed }] : []
  })
  const [first, second] = given
  if (!first) {
    if (unit) throw ruleError(unit.at, `'unit' is that of a number: must_be_less_than_or_equal`)
    return {}
  }
  if (second) throw ruleError(second.placed.at, `'${second.word}' and '${first.word}' exclude each other`)
  const { word, placed } = first
  const number = numberOf(placed, word)
  if (word === 'must_be' && number !== 0)
    throw ruleError(placed.at, `'must_be' is 0 here: must_be_less_than_or_equal takes a number`)
  if (unit?.value === 'percent') {
    if (word === 'must_be_less_than') throw ruleError(placed.at, `a share is told by must_be_less_than_or_equal`)
    if (number > 100) throw ruleError(placed.at, `'${word}' is at most 100 percent`)
    return number === 0 ? {} : { mostly: (100 - number) / 100 }
  }
  const most = word === 'must_be_less_than' ? wholeOf(placed, word) - 1 : wholeOf(placed, word)
  if (most < 0) throw ruleError(placed.at, `'must_be_less_than' is at least 1`)
  return most === 0 ? {} : { maxFailures: most }
}

/** Of a number of rows. */
const boundsOf = (words: Words, at: string): Pick<RuleItem, 'min' | 'max'> => {
  const bounds = [...words].map(([word, placed]): Pick<RuleItem, 'min' | 'max'> => {
    if (word === 'must_be_between') {
      const [min, max] = Array.isArray(placed.value) ? (placed.value as unknown[]) : []
      if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max))
        throw ruleError(placed.at, `'${word}' is a list of two whole numbers`)
      return { min: min as number, max: max as number }
    }
    const number = wholeOf(placed, word)
    switch (word) {
      case 'must_be':
        return { min: number, max: number }
      case 'must_be_greater_than':
        return { min: number + 1 }
      case 'must_be_greater_than_or_equal':
        return { min: number }
      case 'must_be_less_than':
        if (number === 0) throw ruleError(placed.at, `'must_be_less_than' is at least 1`)
        return { max: number - 1 }
      default:
        return { max: number }
    }
  })
  const all = Object.assign({}, ...bounds) as Pick<RuleItem, 'min' | 'max'>
  if (bounds.length === 0) throw ruleError(at, `'row_count' wants a bound, such as must_be_greater_than: 0`)
  return all
}

const PERIOD = /^(\d{1,5}) (minute|hour|day|week|month|year)s?$/

const ageOf = (value: unknown, at: string): string => {
  if (typeof value !== 'string' || !PERIOD.test(value))
    throw ruleError(at, `'must_be_less_than' is a time, such as 1 day or 12 hours`)
  return value
}

/** One thing that valid values have in common. */
const validityOf = (words: Words, at: string): RuleItem => {
  const given = [...words.keys()].filter((word) => word.startsWith('valid_'))
  const kinds = new Set(given.map((word) => word.replace(/^valid_(?:min|max)/, 'valid_bound')))
  const [kind] = kinds
  if (kind === undefined || kinds.size > 1)
    throw ruleError(
      at,
      `'invalid' wants one of valid_values, valid_format, valid_regex, valid_min and valid_max, valid_min_length and valid_max_length`,
    )
  const [word = ''] = given
  const { value, at: place } = words.get(word) ?? { value: undefined, at }
  switch (kind) {
    case 'valid_values':
      if (!Array.isArray(value)) throw ruleError(place, `'valid_values' is a list`)
      return { rule: 'in', values: value as (string | number | boolean)[] }
    case 'valid_format':
      if (!FORMATS.some((format) => format === value))
        throw ruleError(place, `'valid_format' is one of ${FORMATS.join(', ')}`)
      return { rule: String(value) }
    case 'valid_regex':
      return { rule: 'pattern', regex: textOf(words, word, place) }
    default:
      return {
        rule: kind === 'valid_bound_length' ? 'length' : 'range',
        ...between(words, kind === 'valid_bound_length' ? '_length' : ''),
      }
  }
}

const between = (words: Words, ending: string): Pick<RuleItem, 'min' | 'max'> => {
  const bound = (name: string): string | number | undefined => {
    const { value, at } = words.get(`${name}${ending}`) ?? {}
    if (value !== undefined && typeof value !== 'number' && typeof value !== 'string')
      throw ruleError(at ?? '', `'${name}${ending}' is a number or a text`)
    return value
  }
  const [min, max] = [bound('valid_min'), bound('valid_max')]
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
}

const targetOf = (words: Words): Pick<RuleItem, 'table' | 'schema' | 'referencedColumns'> => {
  const schema = words.get('schema')
  return {
    table: textOf(words, 'table', words.get('table')?.at ?? ''),
    ...(schema && { schema: textOf(words, 'schema', schema.at) }),
    ...(words.has('referenced_columns') && { referencedColumns: namesOf(words, 'referenced_columns') }),
  }
}
