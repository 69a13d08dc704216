import type { OutgoingKey, TableColumn } from '../../api/table.ts'
import { isFindable, isNumericKind, kindsOf, plainText } from '../../parts/grid/column-filter.ts'
import type { GridColumn } from '../../parts/grid/grid-column.ts'
import { keyHref } from '../../parts/grid/key-href.ts'
import { mayBeCut } from './value-limit.ts'

/** Types of PostgreSQL that have no order. https://www.postgresql.org/docs/current/functions-geometry.html and others */
const UNORDERED: ReadonlySet<string> = new Set([
  ...['json', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle', 'xid', 'cid'],
])

/** Columns of a table for the grid; those of a key lead to the row that it names. */
export const gridColumns = (columns: readonly TableColumn[], keys: readonly OutgoingKey[]): GridColumn[] => {
  const kindOf = kindsOf(columns)
  return columns.map(({ name, type, kind, keyPosition }) => {
    const key = keys.find((each) => each.columns.includes(name))
    return {
      name,
      type,
      isNumeric: isNumericKind(kind),
      isBinary: kind === 'binary',
      isKey: keyPosition !== null,
      ...(UNORDERED.has(type.toLowerCase()) && { isUnordered: true }),
      ...(key?.isMissing && { missingTable: key.referencedTable }),
      ...(key &&
        !key.isMissing && {
          link: (row) => {
            const isNamed = key.columns.every(
              (name) => !mayBeCut(row[name]) && isFindable(plainText(row[name] ?? ''), kindOf(name)),
            )
            if (!isNamed) return undefined
            const href = keyHref(
              { schema: key.referencedSchema, table: key.referencedTable, columns: key.referencedColumns },
              key.columns.map((column) => row[column]),
            )
            return href === undefined ? undefined : { href, table: key.referencedTable }
          },
        }),
    }
  })
}
