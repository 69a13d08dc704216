import type { DumpedTable } from './manifest.ts'

/** A table with all that holds rows of it. */
export interface WholeTable {
  readonly table: DumpedTable
  /** Partitions, and partitions of these; empty for tables that are not divided so. */
  readonly partitions: readonly DumpedTable[]
}

/** The tables of a dump as an engine without partitions has them: what is partitioned holds all rows itself. */
export const wholeTables = (tables: readonly DumpedTable[]): WholeTable[] => {
  const known = new Map(tables.map((table) => [table.name, table]))
  /** No chain is longer than there are tables, whatever a file says. */
  const rootOf = (table: DumpedTable): DumpedTable => {
    let root = table
    for (let step = 0; step < tables.length; step++) {
      const parent = root.partOf.map((name) => known.get(name)).find((each) => each?.isPartitioned)
      if (!parent) return root
      root = parent
    }
    return table
  }
  const partitions = Map.groupBy(
    tables.filter((table) => rootOf(table) !== table),
    rootOf,
  )
  return tables
    .filter((table) => rootOf(table) === table)
    .map((table) => ({ table, partitions: partitions.get(table) ?? [] }))
}
