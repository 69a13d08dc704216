import '@ui5/webcomponents-icons/dist/navigation-down-arrow.js'
import '@ui5/webcomponents-icons/dist/navigation-up-arrow.js'
import '@ui5/webcomponents-icons/dist/popup-window.js'
import '@ui5/webcomponents-icons/dist/screen-split-two.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import type { TableStructure } from '../../api/table.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { DetailDialog } from '../../parts/detail-dialog.tsx'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { SidePanel } from '../../parts/side-panel.tsx'
import { WholeValue } from '../../parts/whole-value.tsx'
import { gridColumns } from './grid-columns.ts'
import { ReferencedBy } from './referenced-by.tsx'
import { isSameRow, rowCondition, type RowSelection } from './row-condition.ts'
import { texts } from './texts.ts'

interface RowDetailProps {
  readonly structure: TableStructure
  readonly selection: RowSelection
  /** From 0. */
  readonly number: number
  /** What of it is in sight. */
  readonly row: GridRow | undefined
  /** Beside the others, instead of before them. */
  readonly isBeside: boolean
  /** Absent where there is no room beside them. */
  readonly onTurn: (() => void) | undefined
  /** Absent at an end of the page. */
  readonly onBack: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

/** All of one row: every column, the rows that it names, and the rows that name it. */
export const RowDetail = (props: RowDetailProps) => {
  const { structure, selection, number, row: seen = {}, isBeside, onClose } = props
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
  const Frame = isBeside ? SidePanel : DetailDialog
  return (
    <Frame title={t('row', { number: number + 1 })} tools={<RowTools {...props} />} onClose={onClose}>
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
    </Frame>
  )
}

const RowTools = ({ isBeside, onTurn, onBack, onNext }: RowDetailProps) => {
  const t = useTexts(texts)
  const buttons = [
    { icon: 'navigation-up-arrow', text: t('row.back'), onClick: onBack },
    { icon: 'navigation-down-arrow', text: t('row.next'), onClick: onNext },
    ...(onTurn
      ? [
          {
            icon: isBeside ? 'popup-window' : 'screen-split-two',
            text: t(isBeside ? 'row.before' : 'row.beside'),
            onClick: onTurn,
          },
        ]
      : []),
  ]
  return (
    <>
      {buttons.map(({ icon, text, onClick }) => (
        <Button
          key={icon}
          design="Transparent"
          {...{ icon, onClick }}
          disabled={!onClick}
          accessibleName={text}
          tooltip={text}
        />
      ))}
    </>
  )
}
