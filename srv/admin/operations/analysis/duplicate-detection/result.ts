import { roundNumber } from '../../../core/statistics.ts'
import type { Value } from '../../../core/values.ts'
import type { JsonObject } from '../../operation.ts'
import type { ComparedColumn, Plan } from './plan.ts'

/** Rows that are duplicates of each other. */
export interface DuplicateGroup {
  readonly matchKey: JsonObject
  readonly matchPercentage: number
  readonly count: number
  readonly records: readonly JsonObject[]
}

export interface Duplicates {
  readonly totalRows: number
  readonly groups: number
  /** Rows beyond the first of each group. */
  readonly duplicates: number
  readonly listed: readonly DuplicateGroup[]
  readonly pairsCompared?: number
  /** What rows had to agree in to be compared. */
  readonly blockBy?: readonly string[]
}

/** Values by the names of their columns. @param values from `first` on, in the order of the columns. */
export const showValues = (columns: readonly ComparedColumn[], values: readonly Value[], first = 0): JsonObject =>
  Object.fromEntries(columns.map(({ metadata, show }, index) => [metadata.name, show(values[first + index] ?? null)]))

/** A share as a percentage with four digits behind the point. */
export const percentage = (share: number): number => roundNumber(Math.round(share * 1_000_000) / 10_000)

export const describeDuplicates = (plan: Plan, mode: string, found: Duplicates): JsonObject => {
  const { totalRows, groups, duplicates, listed, pairsCompared, blockBy } = found
  return {
    schema: plan.table.schema,
    table: plan.table.name,
    mode,
    columns: plan.columns.map(({ metadata }) => metadata.name),
    totalRows,
    uniqueRows: totalRows - duplicates,
    duplicateGroups: groups,
    totalDuplicates: duplicates,
    duplicates: listed.map((group) => ({ ...group })),
    ...(pairsCompared !== undefined && { pairsCompared }),
    ...(blockBy && { blockBy: [...blockBy] }),
    truncated: listed.length < groups,
  }
}
