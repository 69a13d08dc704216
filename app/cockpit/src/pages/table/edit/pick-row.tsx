import { Button } from '@ui5/webcomponents-react/Button'
import { useState } from 'react'
import { api, bodyOf } from '../../../api/client.ts'
import { inTurn } from '../../../api/in-turn.ts'
import { type OutgoingKey, type TableColumn, useTable } from '../../../api/table.ts'
import { useDebounced } from '../../../api/use-debounced.ts'
import { useLoaded } from '../../../api/use-loaded.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { recordColumns } from '../../../parts/column.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { DetailDialog } from '../../../parts/detail-dialog.tsx'
import { filterText, isFindable, kindsOf } from '../../../parts/grid/column-filter.ts'
import type { GridRow } from '../../../parts/grid/grid-column.ts'
import { Loaded } from '../../../parts/loaded.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { mayBeCut, VALUE_LIMIT } from '../value-limit.ts'
import { texts } from './texts.ts'

interface PickRowProps {
  readonly reference: OutgoingKey
  /** @param values of all columns of the key */
  readonly onPick: (values: GridRow) => void
  readonly onClose: () => void
}

const [MOST_ROWS, MOST_COLUMNS] = [20, 5]

/** Looks for the row that a foreign key is to name, by what any of its texts has. */
export const PickRow = ({ reference, onPick, onClose }: PickRowProps) => {
  const t = useTexts(texts)
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed)
  const { referencedSchema: schema, referencedTable: table, referencedColumns } = reference
  const structure = useTable(schema, table).value
  const shown = columnsToShow(structure?.columns ?? [], referencedColumns)
  const question = structure && {
    ...({ schema, table, format: 'json', values: 'exact', valueLimit: VALUE_LIMIT, limit: MOST_ROWS } as const),
    columns: shown.map(({ name }) => name),
    ...(search.trim() !== '' && { where: searchText(shown, search.trim()) }),
  }
  const found = useLoaded(question ? JSON.stringify(question) : null, (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/export', { body: question ?? { table }, signal }))),
  )
  const pick = (row: GridRow): void => {
    onPick(Object.fromEntries(reference.columns.map((name, at) => [name, row[referencedColumns[at] ?? '']])))
    onClose()
  }
  return (
    <DetailDialog
      title={t('pick', { table })}
      actions={
        <Button design="Transparent" onClick={onClose}>
          {t('cancel')}
        </Button>
      }
      onClose={onClose}
    >
      <div className="stack pick-row">
        <TextField label={t('pick.search', { table })} value={typed} onChange={setTyped} />
        <Loaded of={found}>
          {({ rows = [] }) =>
            rows.length === 0 ? (
              <p className="muted">{t('pick.none')}</p>
            ) : (
              <DataTable
                caption={t('pick.rows', { table })}
                columns={[
                  {
                    key: '',
                    label: t('pick.choose'),
                    isAction: true,
                    value: () => '',
                    cell: (row: GridRow) =>
                      referencedColumns.some((name) => mayBeCut(row[name])) ? null : (
                        <button
                          type="button"
                          className="link"
                          aria-label={t('pick.choose.row', {
                            key: referencedColumns.map((name) => String(row[name])).join(', '),
                          })}
                          onClick={() => {
                            pick(row)
                          }}
                        >
                          {t('pick.choose')}
                        </button>
                      ),
                  },
                  ...recordColumns(shown),
                ]}
                rows={rows}
              />
            )
          }
        </Loaded>
      </div>
    </DetailDialog>
  )
}

/** The key, and the first texts that say something of the row. */
const columnsToShow = (columns: readonly TableColumn[], key: readonly string[]): TableColumn[] => {
  const open = columns.filter(({ isMasked }) => !isMasked)
  const own = open.filter(({ name }) => key.includes(name))
  const others = open.filter(({ name, kind }) => kind === 'text' && !key.includes(name))
  return [...own, ...others.slice(0, MOST_COLUMNS)]
}

const searchText = (columns: readonly TableColumn[], search: string): string => {
  const kindOf = kindsOf(columns)
  const conditions = columns.flatMap(({ name, kind }) => {
    const operator = kind === 'text' ? 'contains' : 'is'
    if (operator === 'is' && !(kind === 'integer' && isFindable(search, kind))) return []
    return filterText({ column: name, operator, values: [search] }, kindOf(name))
  })
  return conditions.join(' or ')
}
