import type { JsonValue, Value } from '../../core/values.ts'
import type { Row } from '../../database/session.ts'
import { type ColumnPair, commonColumn, type ComparisonPlan } from './comparison-plan.ts'
import { FINDING } from './keyed-queries.ts'
import { MASK } from '../masking.ts'

export type Finding = keyof typeof FINDING

/** Exact numbers of rows. */
export interface KeyedCounts {
  readonly rows1: number
  readonly rows2: number
  /** Rows with a NULL in the key. */
  readonly nulls1: number
  readonly nulls2: number
  readonly matching: number
  readonly different: number
  readonly onlyLeft: number
  readonly onlyRight: number
  /** Rows that differ in a column, in the order of the compared columns. */
  readonly columns: readonly number[]
  /** There are rows that no key tells apart. */
  readonly hasKeylessRows: boolean
}

type Values = Readonly<Record<string, JsonValue>>

export interface KeyedFinding {
  readonly finding: Finding
  /** As the session handed it over. */
  readonly rawKey: readonly Value[]
  readonly key: Values
  /** Columns that differ. */
  readonly changed: readonly ColumnPair[]
  readonly left: Values
  readonly right: Values
}

/** @see keyedStatement */
export const readFindings = (
  plan: ComparisonPlan,
  rows: readonly Row[],
): { readonly counts: KeyedCounts; readonly findings: readonly KeyedFinding[] } => {
  const found = rows.filter((row) => row['finding'] !== null && row['finding'] !== undefined)
  return {
    counts: readCounts(String(rows[0]?.['counts'])),
    findings: found.map((row) => readFinding(plan, row)),
  }
}

const readCounts = (text: string): KeyedCounts => {
  const numbers = text.split(',').map(Number)
  const [rows1 = 0, keyed1 = 0, nulls1 = 0, rows2 = 0, keyed2 = 0, nulls2 = 0, different = 0, onlyLeft = 0] = numbers
  const partners = keyed1 - onlyLeft
  return {
    rows1,
    rows2,
    nulls1,
    nulls2,
    matching: partners - different,
    different,
    onlyLeft,
    onlyRight: keyed2 - partners,
    columns: numbers.slice(8),
    hasKeylessRows: rows1 > keyed1 || rows2 > keyed2,
  }
}

const FINDINGS = Object.keys(FINDING) as Finding[]

const readFinding = (plan: ComparisonPlan, row: Row): KeyedFinding => {
  const { dialect, keys, compared, isMasked } = plan
  const shown = (pair: ColumnPair, value: JsonValue): JsonValue => (value !== null && isMasked(pair) ? MASK : value)
  const values = (side: 'left' | 'right', prefix: string): Values =>
    Object.fromEntries(
      compared.map((pair, index) => {
        const value = row[`${prefix}${index}`] ?? null
        return [pair.left.name, shown(pair, dialect.jsonValue(pair[side], value))]
      }),
    )
  return {
    finding: FINDINGS[Number(row['finding'])] ?? 'different',
    rawKey: keys.map((_, index) => row[`k${index}`] ?? null),
    key: Object.fromEntries(
      keys.map((pair, index) => {
        const value = row[`q${index}`] ?? null
        return [pair.left.name, shown(pair, dialect.jsonValue(commonColumn(plan, pair), value))]
      }),
    ),
    changed: compared.filter((_, index) => String(row['marks']).charAt(index) === '1'),
    left: values('left', 'a'),
    right: values('right', 'b'),
  }
}
