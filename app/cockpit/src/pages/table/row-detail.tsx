import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import type { TableStructure } from '../../api/table.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DetailDialog } from '../../parts/detail-dialog.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { WholeValue } from '../../parts/whole-value.tsx'
import { gridColumns } from './grid-columns.ts'
import { ReferencedBy } from './referenced-by.tsx'
import { isSameRow, rowCondition } from './row-condition.ts'
import { texts } from './texts.ts'

interface RowDetailProps {
  readonly structure: TableStructure
  /** Among which rows it is, in which order. */
  readonly selection: {
    readonly schema: string
    readonly table: string
    readonly where: string | undefined
    readonly orderBy: string | undefined
  }
  /** From 0. */
  readonly number: number
  /** What of it is in sight. */
  readonly row: GridRow | undefined
  readonly onClose: () => void
}

/** All of one row: every column, the rows that it names, and the rows that name it. */
export const RowDetail = ({ structure, selection, number, row: seen = {}, onClose }: RowDetailProps) => {
  const t = useTexts(texts)
  const key = rowCondition(structure.columns, seen)
  const question = {
    ...selection,
    ...(key === undefined ? { offset: number } : { where: key }),
    format: 'json',
    values: 'exact',
    limit: 1,
  } as const
  const found = useLoaded(JSON.stringify(question), (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/export', { body: question, signal }))),
  )
  return (
    <DetailDialog title={t('row', { number: number + 1 })} onClose={onClose}>
      <Loaded of={found}>
        {({ rows = [] }) => {
          const row = rows[0] as GridRow | undefined
          if (!row || (key === undefined && !isSameRow(seen, row))) return <p className="muted">{t('row.gone')}</p>
          return (
            <div className="stack">
              <dl className="row-values">
                {gridColumns(structure.columns, structure.references).map(
                  ({ name, type, isBinary, link, missingTable }) => {
                    const target = link?.(row)
                    const value = <WholeValue value={row[name]} kind={isBinary ? 'binary' : undefined} />
                    return (
                      <div key={name}>
                        <dt>
                          {name} <small className="muted">{type}</small>
                        </dt>
                        <dd>
                          {missingTable !== undefined && row[name] !== null ? (
                            <>
                              {value} → {missingTable} <span className="muted">({t('missing.table')})</span>
                            </>
                          ) : target ? (
                            <a href={target.href} onClick={onClose}>
                              {value} → {target.table}
                            </a>
                          ) : (
                            value
                          )}
                        </dd>
                      </div>
                    )
                  },
                )}
              </dl>
              <ReferencedBy keys={structure.referencedBy} from={structure.schema} row={row} onFollow={onClose} />
            </div>
          )
        }}
      </Loaded>
    </DetailDialog>
  )
}
