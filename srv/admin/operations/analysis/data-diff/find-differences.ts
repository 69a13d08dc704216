import type { PagePosition } from '../../../core/comparison/page-cursor.ts'
import type { JsonValue } from '../../../core/values.ts'
import type { Session } from '../../../database/session.ts'
import { keyedStatement } from '../../comparison/keyed-comparison.ts'
import { type Finding, type KeyedFinding, readFindings } from '../../comparison/keyed-findings.ts'
import type { PlannedComparison } from '../../comparison/plan-comparison.ts'
import { multisetStatement, readSurplus, type RowSurplus } from '../../comparison/row-multisets.ts'

type Values = Readonly<Record<string, JsonValue>>

export interface Difference {
  readonly finding: Finding
  readonly key: Values
  /** Of rows that differ. */
  readonly changes?: readonly {
    readonly column: string
    readonly table1Value?: JsonValue
    readonly table2Value?: JsonValue
  }[]
  /** Of rows that are in one table only. */
  readonly row?: Values
  /** How many more such rows there are, where the key does not tell them apart. */
  readonly count?: number
}

export interface DifferencePage {
  /** Rows, of both parts together. */
  readonly summary: {
    readonly identical: number
    readonly different: number
    readonly onlyInTable1: number
    readonly onlyInTable2: number
  }
  /** Rows that differ in each compared column. */
  readonly columns: readonly number[]
  readonly page: readonly Difference[]
  /** Where the next page begins; null after the last difference. */
  readonly next: PagePosition | null
}

/** One page of differences: first of rows with a key, then of those that it does not tell apart. */
export const findDifferences = async (
  session: Session,
  planned: PlannedComparison,
  { from, limit, hasValues }: { from: PagePosition; limit: number; hasValues: boolean },
): Promise<DifferencePage> => {
  const { plan } = planned
  const isKeyed = from.part === 'keyed' && limit > 0
  // One more than is listed, to know whether there is more.
  const listing = isKeyed ? ({ type: 'page', from, limit: limit + 1 } as const) : ({ type: 'none' } as const)
  const keyed = readFindings(plan, await session.query(keyedStatement(plan, listing, hasValues)))
  const listed = keyed.findings.slice(0, limit)
  const room = keyed.findings.length > limit ? 0 : limit - listed.length
  const skip = from.part === 'keyless' ? from.skip : 0
  const keyless = keyed.counts.hasKeylessRows
    ? readSurplus(plan, await session.query(multisetStatement(plan, { type: 'page', skip, limit: room })))
    : null
  const surplus = keyless?.surplus ?? []
  const { counts } = keyed
  return {
    summary: {
      identical: counts.matching + (keyless?.counts.matching ?? 0),
      different: counts.different,
      onlyInTable1: counts.onlyLeft + (keyless?.counts.onlyLeft ?? 0),
      onlyInTable2: counts.onlyRight + (keyless?.counts.onlyRight ?? 0),
    },
    columns: counts.columns,
    page: [
      ...listed.map((finding) => differenceOf(finding, hasValues)),
      ...surplus.map((row) => surplusOf(row, plan.keys.length, hasValues)),
    ],
    next: nextPosition(from, keyed.findings, limit, {
      end: skip + surplus.length,
      groups: keyless?.counts.groups ?? 0,
    }),
  }
}

const nextPosition = (
  from: PagePosition,
  findings: readonly KeyedFinding[],
  limit: number,
  keyless: { readonly end: number; readonly groups: number },
): PagePosition | null => {
  if (limit === 0) return null
  if (findings.length > limit) return { part: 'keyed', after: findings[limit - 1]?.rawKey ?? null, skip: 0 }
  return keyless.end < keyless.groups ? { part: 'keyless', after: null, skip: keyless.end } : null
}

const differenceOf = ({ finding, key, changed, left, right }: KeyedFinding, hasValues: boolean): Difference => {
  if (finding !== 'different') return { finding, key, ...(hasValues && { row: finding === 'onlyLeft' ? left : right }) }
  const changes = changed.map(({ left: { name } }) => ({
    column: name,
    ...(hasValues && { table1Value: left[name] ?? null, table2Value: right[name] ?? null }),
  }))
  return { finding, key, changes }
}

const surplusOf = ({ finding, values, count }: RowSurplus, keyLength: number, hasValues: boolean): Difference => {
  const fields = Object.entries(values)
  const key = Object.fromEntries(fields.slice(0, keyLength))
  return { finding, key, ...(hasValues && { row: Object.fromEntries(fields.slice(keyLength)) }), count }
}
