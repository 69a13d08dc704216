import type { Session } from '../../database/session.ts'
import { keyedStatement } from './keyed-comparison.ts'
import { type KeyedCounts, type KeyedFinding, readFindings } from './keyed-findings.ts'
import type { PlannedComparison } from './plan-comparison.ts'
import { type MultisetCounts, multisetStatement, readSurplus, type RowSurplus } from './row-multisets.ts'

/** How the rows of two tables differ. */
export interface Findings {
  readonly keyed: { readonly counts: KeyedCounts; readonly findings: readonly KeyedFinding[] } | null
  /** Rows compared as a whole: all where there is no key, else those that it does not tell apart. */
  readonly whole: { readonly counts: MultisetCounts; readonly surplus: readonly RowSurplus[] } | null
}

/** @param limit of the rows that are told of each kind of difference. */
export const findDifferences = async (
  session: Session,
  planned: PlannedComparison,
  limit: number,
): Promise<Findings> => {
  const { plan } = planned
  const listing = limit === 0 ? ({ type: 'none' } as const) : ({ type: 'samples', limit } as const)
  const keyed =
    plan.keys.length === 0 ? null : readFindings(plan, await session.query(keyedStatement(plan, listing, true)))
  const isWhole = keyed?.counts.hasKeylessRows ?? true
  const rows = isWhole ? await session.query(multisetStatement(plan, { type: 'samples', limit })) : null
  return { keyed, whole: rows && readSurplus(plan, rows) }
}

/** Rows that are in one table only, or differ in the other one. */
export const differingRows = ({ keyed, whole }: Findings): number =>
  (keyed ? keyed.counts.different + keyed.counts.onlyLeft + keyed.counts.onlyRight : 0) +
  (whole ? whole.counts.onlyLeft + whole.counts.onlyRight : 0)
