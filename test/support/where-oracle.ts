/** What a filter means, in plain JavaScript over rows: the measure of what parser, compiler and engines make of it. */
import type { FunctionName, Operand, Predicate, Unit } from '../../srv/admin/core/filter/syntax.ts'
import type { ValueKind } from '../../srv/admin/core/values.ts'

export type Plain = null | boolean | number | string
export type PlainRow = Readonly<Record<string, Plain>>

/** Three values: null is unknown. */
export const matches = (node: Predicate, row: PlainRow): boolean | null => {
  switch (node.type) {
    case 'and': {
      const parts = node.parts.map((part) => matches(part, row))
      return parts.includes(false) ? false : parts.includes(null) ? null : true
    }
    case 'or': {
      const parts = node.parts.map((part) => matches(part, row))
      return parts.includes(true) ? true : parts.includes(null) ? null : false
    }
    case 'not':
      return negate(matches(node.part, row))
    case 'compare': {
      const order = compare(valueOf(node.left, row), valueOf(node.right, row))
      return order === null ? null : COMPARISONS[node.operator](order)
    }
    case 'like': {
      const value = valueOf(node.operand, row)
      const found = value === null ? null : likeExpression(node.pattern).test(String(value))
      return node.negated ? negate(found) : found
    }
    case 'in': {
      const value = valueOf(node.operand, row)
      const found = value === null ? null : node.list.some((item) => compare(value, valueOf(item, row)) === 0)
      return node.negated ? negate(found) : found
    }
    case 'between': {
      const value = valueOf(node.operand, row)
      const [low, high] = [compare(value, valueOf(node.low, row)), compare(value, valueOf(node.high, row))]
      const found =
        (low !== null && low < 0) || (high !== null && high > 0) ? false : low === null || high === null ? null : true
      return node.negated ? negate(found) : found
    }
    case 'null':
      return (valueOf(node.operand, row) === null) !== node.negated
    case 'truth':
      return valueOf(node.operand, row) as boolean | null
    case 'nan':
    case 'any':
    case 'matches':
      throw new Error('No such filter is generated')
  }
}

const negate = (value: boolean | null): boolean | null => (value === null ? null : !value)

const COMPARISONS = {
  '=': (order: number) => order === 0,
  '<>': (order: number) => order !== 0,
  '<': (order: number) => order < 0,
  '<=': (order: number) => order <= 0,
  '>': (order: number) => order > 0,
  '>=': (order: number) => order >= 0,
}

/** Texts by code point; everything else in its natural order. */
const compare = (a: Plain, b: Plain): number | null => {
  if (a === null || b === null) return null
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(withoutZone(a)), Buffer.from(withoutZone(b)))
  return a < b ? -1 : a > b ? 1 : 0
}

/** Of two timestamps the one with fewer digits is the earlier one, which the final letter would hide. */
const withoutZone = (text: string): string => text.replace(/(?<=^\d{4}-\d\d-\d\dT.*)Z$/, '')

const likeExpression = (pattern: string): RegExp => {
  const source = pattern.replace(/\\([%_\\])|./gsu, (match, escaped: string | undefined) => {
    if (escaped === undefined && match === '%') return '.*'
    return escaped === undefined && match === '_' ? '.' : RegExp.escape(escaped ?? match)
  })
  return new RegExp(`^${source}$`, 'su')
}

const valueOf = (node: Operand, row: PlainRow): Plain => {
  switch (node.type) {
    case 'column':
      return row[node.name] ?? null
    case 'literal':
      return node.literal === 'number'
        ? Number(node.text)
        : node.literal === 'boolean'
          ? node.text === 'true'
          : node.text
    case 'call': {
      const args = node.args.map((arg) => valueOf(arg, row))
      if (node.name === 'coalesce') return args.find((arg) => arg !== null) ?? null
      return args.includes(null) ? null : (FUNCTIONS[node.name]?.(...args) ?? null)
    }
    case 'arithmetic': {
      const [left, right] = [valueOf(node.left, row), valueOf(node.right, row)]
      if (left === null || right === null) return null
      return Number((Number(left) + (node.operator === '-' ? -1 : 1) * Number(right)).toPrecision(15))
    }
    case 'shift': {
      const day = valueOf(node.operand, row)
      return day === null ? null : shifted(String(day), node.amount, node.unit)
    }
    case 'path':
      throw new Error('No such filter is generated')
  }
}

/** A day so much later: the last one of its month, if that has none of its number. */
const shifted = (text: string, amount: number, unit: Unit): string | null => {
  const day = new Date(`${text}T00:00:00Z`)
  if (unit === 'day' || unit === 'week') day.setUTCDate(day.getUTCDate() + amount * (unit === 'week' ? 7 : 1))
  else {
    const number = day.getUTCDate()
    day.setUTCDate(1)
    day.setUTCMonth(day.getUTCMonth() + amount * (unit === 'year' ? 12 : 1))
    const end = new Date(day)
    end.setUTCMonth(end.getUTCMonth() + 1, 0)
    day.setUTCDate(Math.min(number, end.getUTCDate()))
  }
  const year = day.getUTCFullYear()
  return year >= 1 && year <= 9_999 ? day.toISOString().slice(0, 10) : null
}

const FUNCTIONS: Partial<Record<FunctionName, (...args: Plain[]) => Plain>> = {
  lower: (text) => String(text).toLowerCase(),
  upper: (text) => Array.from(String(text), (char) => (char === 'ß' ? char : char.toUpperCase())).join(''),
  length: (text) => Array.from(String(text)).length,
  trim: (text) => String(text).replace(/^ +| +$/g, ''),
  substring: (text, start, length) => {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- substring has two arguments or three
    const end = length === undefined ? Infinity : Number(start) + Math.max(Number(length), 0)
    const isInside = (position: number): boolean => position >= Number(start) && position < end
    return Array.from(String(text))
      .filter((_, index) => isInside(index + 1))
      .join('')
  },
  abs: (number) => Math.abs(Number(number)),
  round: (number, digits = 0) => {
    const scale = 10 ** Math.max(Number(digits), 0)
    return (Math.sign(Number(number)) * Math.round(Number((Math.abs(Number(number)) * scale).toPrecision(15)))) / scale
  },
  floor: (number) => Math.floor(Number(number)),
  ceil: (number) => Math.ceil(Number(number)),
  year: (instant) => Number(String(instant).slice(0, 4)),
  month: (instant) => Number(String(instant).slice(5, 7)),
  day: (instant) => Number(String(instant).slice(8, 10)),
}

/** Writes a filter as a client might. */
export const printFilter = (node: Predicate): string => {
  switch (node.type) {
    case 'and':
    case 'or':
      return `(${node.parts.map(printFilter).join(` ${node.type.toUpperCase()} `)})`
    case 'not':
      return `not (${printFilter(node.part)})`
    case 'compare':
      return `${printOperand(node.left)}${node.operator}${printOperand(node.right)}`
    case 'like':
      return `${printOperand(node.operand)} ${node.negated ? 'NOT ' : ''}like ${quoted(node.pattern)} escape '\\'`
    case 'in':
      return `${printOperand(node.operand)} ${node.negated ? 'not ' : ''}IN (${node.list.map(printOperand).join(',')})`
    case 'between':
      return `${printOperand(node.operand)} ${node.negated ? 'not ' : ''}between ${printOperand(node.low)} and ${printOperand(node.high)}`
    case 'null':
      return `${printOperand(node.operand)} is ${node.negated ? 'not ' : ''}null`
    case 'truth':
      return printOperand(node.operand)
    case 'nan':
    case 'any':
    case 'matches':
      throw new Error('No such filter is generated')
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const printOperand = (node: Operand): string => {
  switch (node.type) {
    case 'column':
      return /^[a-z_]+$/.test(node.name) ? node.name : `"${node.name.replaceAll('"', '""')}"`
    case 'literal':
      if (node.literal === 'number' || node.literal === 'boolean') return node.text
      return node.literal === 'string'
        ? quoted(node.text)
        : `${node.literal === 'binary' ? 'x' : node.literal}${quoted(node.text)}`
    case 'call':
      return node.args.length === 0 ? node.name : `${node.name}(${node.args.map(printOperand).join(', ')})`
    case 'arithmetic':
      return `(${printOperand(node.left)} ${node.operator} ${printOperand(node.right)})`
    case 'shift':
      return `${printOperand(node.operand)} ${node.amount < 0 ? '-' : '+'} ${String(Math.abs(node.amount))} ${node.unit}s`
    case 'path':
      throw new Error('No such filter is generated')
  }
}

/** Columns that the generated filters use, by kind. */
export const COLUMNS: Readonly<Record<string, ValueKind>> = {
  flag: 'boolean',
  number: 'integer',
  price: 'decimal',
  ratio: 'float',
  'Odd "name"': 'text',
  born: 'date',
  noon: 'time',
  changed: 'timestamp',
  bytes: 'binary',
}
