import type { ProfiledColumn, ProfileResult } from './profile-result.ts'

/** What of a column is held against what it was before, in the order in which it is told. */
const MEASURES = {
  type: ({ type }) => type,
  nullPercent: ({ nullPercent }) => nullPercent,
  distinct: ({ distinctCount }) => distinctCount,
  min: ({ min }) => min,
  max: ({ max }) => max,
  avg: ({ avg }) => avg,
  median: ({ median }) => median,
  stddev: ({ stddev }) => stddev,
  empties: ({ emptyCount }) => emptyCount,
  shortest: ({ minLength }) => minLength,
  longest: ({ maxLength }) => maxLength,
  mostFrequent: ({ topValues }) => topValues[0]?.value ?? null,
} as const satisfies Record<string, (column: ProfiledColumn) => unknown>

export interface ProfileDifference {
  /** Null for the table as a whole. */
  readonly column: string | null
  readonly measure: keyof typeof MEASURES | 'rowCount'
  readonly before: unknown
  readonly after: unknown
}

/** What two measurements of a table do not agree on: of other rows, or of another time. */
export const profileDifferences = (before: ProfileResult, after: ProfileResult): ProfileDifference[] => {
  const [known, now] = [before, after].map(({ columns }) => new Map(columns.map((column) => [column.name, column])))
  const names = new Set([...(now?.keys() ?? []), ...(known?.keys() ?? [])])
  const rowCount = { column: null, measure: 'rowCount', before: before.rowCount, after: after.rowCount } as const
  return [rowCount, ...[...names].flatMap((name) => differencesOf(name, known?.get(name), now?.get(name)))].filter(
    (each) => JSON.stringify(each.before) !== JSON.stringify(each.after),
  )
}

const differencesOf = (
  name: string,
  before: ProfiledColumn | undefined,
  after: ProfiledColumn | undefined,
): ProfileDifference[] => {
  // Of a column that only one of them has, its type says it.
  if (!before || !after)
    return [{ column: name, measure: 'type', before: before?.type ?? null, after: after?.type ?? null }]
  return Object.entries(MEASURES).map(([measure, of]) => ({
    ...{ column: name, measure: measure as keyof typeof MEASURES },
    ...{ before: of(before), after: of(after) },
  }))
}
