import type { EntityDescription, GenericRow } from '../../api/data-service.ts'
import type { Column } from '../../parts/column.ts'

type Row = Readonly<Record<string, unknown>>

const NUMERIC = /^cds\.(?:U?Int\d+|Integer(?:64)?|Decimal|Double)$/
/** The key of a row, whose name no cell can have. */
const KEY = 'dummy'

/** Generic rows as records by the names of their columns. A column that a record has twice keeps its first cell. */
export const toRecords = (rows: readonly GenericRow[]): Row[] =>
  rows.map(({ dummy, record }) => {
    const cells = new Map<string, string | null>()
    for (const { column, data } of record) if (!cells.has(column)) cells.set(column, data)
    return { ...Object.fromEntries(cells), [KEY]: dummy }
  })

/** The columns that any of the rows has, in the order in which they come. Without a description rows show their key. */
export const rowColumns = (
  rows: readonly GenericRow[],
  described: EntityDescription['columns'],
  keyLabel: string,
): Column<Row>[] => {
  const names = [...new Set(rows.flatMap(({ record }) => record.map(({ column }) => column)))]
  const key: Column<Row> = { key: KEY, label: keyLabel, kind: 'name', isRecord: true, value: (row) => row[KEY] }
  const cells = names.map((name): Column<Row> => {
    const type = described.find((column) => column.name === name)?.type ?? undefined
    return {
      key: name,
      label: name,
      ...(type !== undefined && { hint: type.replace(/^cds\./, '') }),
      kind: type !== undefined && NUMERIC.test(type) ? 'number' : 'text',
      isRecord: true,
      value: (row) => row[name],
    }
  })
  return described.length > 0 ? cells : [key, ...cells]
}
