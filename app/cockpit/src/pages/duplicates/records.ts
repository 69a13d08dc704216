type Values = Readonly<Record<string, unknown>>

export interface Group {
  readonly count: number
  readonly matchPercentage: number
  readonly records?: readonly { readonly key: Values; readonly data: Values }[] | undefined
}

/** A record with the number of its group, counted from 1. */
export interface GroupRecord {
  readonly group: number
  readonly matchPercentage: number
  readonly key: Values
  readonly data: Values
}

/** The records of all groups in a row, as they are downloaded. */
export const recordsOf = (groups: readonly Group[]): GroupRecord[] =>
  groups.flatMap(({ matchPercentage, records = [] }, index) =>
    records.map(({ key, data }) => ({ group: index + 1, matchPercentage, key, data })),
  )

/** Names of columns, in the order in which they are met. */
export const columnsOf = (rows: readonly Values[]): readonly string[] => [...new Set(rows.flatMap(Object.keys))]

/** Columns in which not all records of a group agree: there one has to look. */
export const differingColumns = (records: readonly { readonly data: Values }[]): ReadonlySet<string> => {
  const [first, ...others] = records
  if (!first) return new Set()
  const isOther = (column: string): boolean =>
    others.some(({ data }) => JSON.stringify(data[column]) !== JSON.stringify(first.data[column]))
  return new Set(Object.keys(first.data).filter(isOther))
}
