import { countRows, type IncomingKey, useTable } from '../../api/table.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyFilters, whereText } from '../../parts/grid/column-filter.ts'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { keyHref } from '../../parts/grid/key-href.ts'
import { nameFrom } from './table-link.tsx'
import { texts } from './texts.ts'

interface ReferencedByProps {
  readonly keys: readonly IncomingKey[]
  /** The schema of the table of the row. */
  readonly from: string
  readonly row: GridRow
  readonly onFollow: () => void
}

/** How many rows of other tables name this one, and the way to them. */
export const ReferencedBy = ({ keys, from, row, onFollow }: ReferencedByProps) => {
  const t = useTexts(texts)
  if (keys.length === 0) return null
  return (
    <section>
      <h3>{t('referencedBy')}</h3>
      <ul className="plain-list">
        {keys.map((key) => (
          <li key={JSON.stringify([key.schema, key.table, key.name])}>
            <Referring incoming={key} from={from} row={row} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ReferringProps {
  readonly incoming: IncomingKey
  readonly from: string
  readonly row: GridRow
  readonly onFollow: () => void
}

const Referring = ({ incoming, from, row, onFollow }: ReferringProps) => {
  const { schema, table, columns, referencedColumns } = incoming
  const t = useTexts(texts)
  const values = referencedColumns.map((column) => row[column])
  const filters = keyFilters(columns, values)
  const structure = useTable(schema, table).value
  const kindOf = (name: string): string => structure?.columns.find((column) => column.name === name)?.kind ?? 'text'
  const where = filters && structure && whereText(filters, '', kindOf)
  const count = useLoaded(where === undefined ? null : JSON.stringify([schema, table, where]), (signal) =>
    countRows(schema, table, where, signal),
  )
  const told = { table: nameFrom(from, schema, table), columns: columns.join(', ') }
  if (!filters) return <span className="muted">{t('rowsBy', { count: 0, ...told })}</span>
  return (
    <Loaded of={count}>
      {(rows) =>
        rows === 0 ? (
          <span className="muted">{t('rowsBy', { count: 0, ...told })}</span>
        ) : (
          <a href={keyHref({ schema, table, columns }, values)} onClick={onFollow}>
            {t('rowsBy', { count: rows, ...told })}
          </a>
        )
      }
    </Loaded>
  )
}
