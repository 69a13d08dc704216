/** How values of a column are compared with what is typed. */
export const OPERATORS = [
  ...(['contains', 'starts', 'is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'between'] as const),
  ...(['null', 'notNull'] as const),
] as const
export type Operator = (typeof OPERATORS)[number]

/** A condition over one column. */
export interface ColumnFilter {
  readonly column: string
  readonly operator: Operator
  /** Two for `between`, none for `null`; several of `is` stand beside each other. */
  readonly values: readonly string[]
}

/** What kind of value a column holds, in the API's words. */
export type Kind = string

/**
 * The kind by which a column is filtered. Without a declared type SQLite keeps each value as it came, so a number is no text
 * of the same digits; PostgreSQL shows a `character(n)` with blanks at its end, without which it compares.
 */
export const filterKind = ({ kind, type }: { readonly kind: Kind; readonly type: string }): Kind => {
  if (kind === 'other' && /^(?:any)?$/i.test(type)) return 'any'
  return kind === 'text' && /^char(?:acter)? *\(/i.test(type) ? 'padded' : kind
}

/** The kinds of columns by their names. */
export const kindsOf =
  (columns: readonly { readonly name: string; readonly kind: Kind; readonly type: string }[]) =>
  (name: string): Kind => {
    const column = columns.find((each) => each.name === name)
    return column ? filterKind(column) : 'text'
  }

const NUMERIC: ReadonlySet<Kind> = new Set(['integer', 'decimal', 'float'])

export const isNumericKind = (kind: Kind): boolean => NUMERIC.has(kind)

/** The operators that make sense for a kind; the first one is the usual one. */
export const operatorsOf = (kind: Kind): readonly Operator[] => {
  if (kind === 'boolean') return ['is', 'isNot', 'null', 'notNull']
  if (kind === 'binary' || kind === 'json') return ['null', 'notNull']
  if (kind === 'text' || kind === 'padded')
    return ['contains', 'starts', 'is', 'isNot', 'less', 'more', 'null', 'notNull']
  return ['is', 'isNot', 'less', 'atMost', 'more', 'atLeast', 'between', 'null', 'notNull']
}

/** How many values an operator takes at least. */
export const valuesOf = (operator: Operator): number =>
  operator === 'between' ? 2 : operator === 'null' || operator === 'notNull' ? 0 : 1

const SIGNS = { is: '=', isNot: '<>', less: '<', atMost: '<=', more: '>', atLeast: '>=' } as const

/** A name as the API's filter language writes it. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`

export const quoteText = (text: string): string => `'${text.replaceAll("'", "''")}'`

const NUMBER = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?$/i
const BOOLEAN = /^(?:true|false)$/
const INFINITY = /^[+-]?infinity$/i
const isNan = (value: string, kind: Kind): boolean => isNumericKind(kind) && /^nan$/i.test(value.trim())

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?$/
const TIMESTAMP = /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/

/** Begins what the API writes of values that do not fit their column, such as bytes among texts. */
const FOREIGN_VALUE = 'data:application/x-sqlite-'

const isDay = (text: string): boolean => {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether rows can be found by a value that the database has told: not every value can be written in a filter. */
export const isFindable = (value: string, kind: Kind): boolean => {
  if (!operatorsOf(kind).includes('is')) return false
  if (isNumericKind(kind)) return NUMBER.test(value) || INFINITY.test(value) || isNan(value, kind)
  if (kind === 'boolean') return BOOLEAN.test(value)
  if (kind === 'date') return isDay(value)
  if (kind === 'time') return TIME.test(value)
  if (kind === 'timestamp') return isDay(TIMESTAMP.exec(value)?.[1] ?? '')
  // What stands for bytes is not what is stored.
  return !value.includes('\uFFFD') && !value.startsWith(FOREIGN_VALUE)
}

const literal = (value: string, kind: Kind): string => {
  const number = value.trim()
  if (kind === 'any' && NUMBER.test(number)) return number
  if (isNumericKind(kind) && (NUMBER.test(number) || INFINITY.test(number))) return number
  if (kind === 'boolean' && BOOLEAN.test(value)) return value
  return quoteText(value)
}

/** What a value may be written as where it is looked for itself. */
const spellings = (value: string, kind: Kind): readonly string[] => {
  const first = literal(value, kind)
  const other = quoteText(kind === 'padded' ? value.trimEnd() : value)
  return (kind === 'any' || kind === 'padded') && other !== first ? [first, other] : [first]
}

const pattern = (text: string, before: string): string =>
  `${quoteText(`${before}${text.replaceAll(/[\\%_]/g, '\\$&')}%`)} escape '\\'`

/** A filter in the API's language. */
export const filterText = ({ column, operator, values }: ColumnFilter, kind: Kind): string => {
  const name = quoteName(column)
  const literals = values.map((value) => literal(value, kind))
  const [first = '', second = ''] = literals
  switch (operator) {
    case 'null':
      return `${name} is null`
    case 'notNull':
      return `${name} is not null`
    case 'between':
      return `${name} between ${first} and ${second}`
    case 'contains':
      return `${name} like ${pattern(values[0] ?? '', '%')}`
    case 'starts':
      return `${name} like ${pattern(values[0] ?? '', '')}`
    case 'is':
    case 'isNot': {
      if (values.some((value) => isNan(value, kind))) {
        const others = values.filter((value) => !isNan(value, kind))
        if (others.length === 0) return `${name} is ${operator === 'is' ? '' : 'not '}nan`
        const [first, joint] = operator === 'is' ? ['nan', 'or'] : ['not nan', 'and']
        return `(${name} is ${first} ${joint} ${filterText({ column, operator, values: others }, kind)})`
      }
      const wanted = values.flatMap((value) => spellings(value, kind))
      if (wanted.length > 1) return `${name} ${operator === 'is' ? 'in' : 'not in'} (${wanted.join(', ')})`
    }
  }
  return `${name} ${SIGNS[operator]} ${first}`
}

/** All that a row has to meet: filters of columns, and a condition that was typed. */
export const whereText = (
  filters: readonly ColumnFilter[],
  typed: string,
  kindOf: (column: string) => Kind,
): string => {
  const parts = filters.map((filter) => filterText(filter, kindOf(filter.column)))
  if (typed === '') return parts.join(' and ')
  return parts.length === 0 ? typed : [...parts, `(${typed})`].join(' and ')
}

/** Filters as they stand in an address. */
export const writeFilters = (filters: readonly ColumnFilter[]): string =>
  filters.length === 0
    ? ''
    : JSON.stringify(filters.map(({ column, operator, values }) => [column, operator, ...values]))

/** Filters of an address; what is none is left out. */
export const readFilters = (text: string | undefined): readonly ColumnFilter[] => {
  try {
    const lines: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(lines) ? lines.flatMap(readLine) : []
  } catch {
    return []
  }
}

const readLine = (line: unknown): ColumnFilter[] => {
  if (!Array.isArray(line) || !line.every((part) => typeof part === 'string')) return []
  const [column = '', name, ...values] = line
  const operator = OPERATORS.find((each) => each === name)
  return operator && values.length >= valuesOf(operator) ? [{ column, operator, values }] : []
}

/** Filters by which the rows are found that a key leads to; none where a value is NULL, which refers to nothing. */
export const keyFilters = (
  columns: readonly string[],
  values: readonly unknown[],
): readonly ColumnFilter[] | undefined =>
  values.some((value) => value === null || value === undefined)
    ? undefined
    : columns.map((column, index) => ({ column, operator: 'is', values: [plainText(values[index])] }))

/** A value of the database as text. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
