import { buildRows } from './build-rows.ts'
import { formatCsv } from './csv.ts'
import type { Sources } from './read-sources.ts'
import { readTables, type Model } from './table-model.ts'

/** The namespace of the model in `db/`, and the first part of the names of its CSV files. */
export const NAMESPACE = 'saga'

/** Builds the text of every CSV file, by file name; reads and writes nothing. */
export function buildCsvFiles(sources: Sources, model: Model): Map<string, string> {
  const tables = readTables(model, NAMESPACE)
  const rows = buildRows(sources, tables)
  return new Map(
    [...tables.values()].map((table) => [
      `${NAMESPACE}-${table.name}.csv`,
      formatCsv(table.columns, rows.get(table.name) ?? []),
    ]),
  )
}
