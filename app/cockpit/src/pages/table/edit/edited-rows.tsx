import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { TableColumn, TableStructure } from '../../../api/table.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ErrorStrip } from '../../../parts/error-strip.tsx'
import { plainText } from '../../../parts/grid/column-filter.ts'
import type { CellPlace } from '../../../parts/grid/move-cell.ts'
import { RecordGrid } from '../../../parts/grid/record-grid.tsx'
import { gridColumns } from '../grid-columns.ts'
import { CellEditor } from './cell-editor.tsx'
import { EditBar } from './edit-bar.tsx'
import { OpenDialog } from './open-dialog.tsx'
import { texts } from './texts.ts'
import { useCells } from './use-cells.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useRowEditor } from './use-row-editor.ts'
import './edit.css'

type Grid = Omit<Parameters<typeof RecordGrid>[0], 'columns' | 'whole' | 'edit'>
interface EditedRowsProps extends Grid {
  readonly structure: TableStructure
  /** Those in sight. */
  readonly columns: readonly TableColumn[]
  readonly whole: (column: string, index: number) => Promise<unknown>
  /** Rows are changed by now. */
  readonly onSaved: () => void
  readonly onEnd: () => void
}

/** The rows of a table to be written into. Changes are collected, looked at, and done together. */
const EditedRows = ({ structure, columns, whole, onSaved, onEnd, ...grid }: EditedRowsProps) => {
  const t = useTexts(texts)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const editor = useRowEditor({ structure, columns, rows: grid.rows, whole })
  const cells = useCells(structure, columns, editor)
  const { drafts, edited } = editor
  const { place, open, setOpen, setNote, columnOf, referenceOf, refusalOf, openAt } = cells
  const { service, via } = structure.rowChanges
  const frame = useRef<HTMLDivElement>(null)
  // A row that is new stands after all others, which may be out of sight.
  useEffect(() => {
    if (place)
      frame.current
        ?.querySelector(`[data-cell="${String(place.row)}:${String(place.column)}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [place])
  useLeaveQuestion(drafts.length > 0, t('leave', { count: drafts.length }))
  const chosen = edited.flatMap(({ target }, index) => (target && marked.has(target.id) ? [index] : []))
  const acted = chosen.length > 0 ? chosen : place && edited[place.row]?.target ? [place.row] : []
  const actOn = (action: (indexes: readonly number[]) => void) => (): void => {
    action(acted)
    setMarked(new Set())
  }
  const cell = (at: CellPlace): ReactNode => {
    const column = columnOf(at)
    const { draft, row } = edited[at.row] ?? {}
    if (!column || !row) return undefined
    const value = row[column.name]
    if (open?.as === 'line' && open.place.row === at.row && open.place.column === at.column)
      return (
        <CellEditor
          label={t('cell', { column: column.name, number: grid.offset + at.row + 1 })}
          text={value === null || value === undefined ? '' : plainText(value)}
          isNull={value === null}
          typed={open.typed}
          more={referenceOf(at) ? 'pick' : 'wide'}
          onCommit={(text, move) => {
            cells.commit(at, text, move)
          }}
          onCancel={() => {
            setOpen(undefined)
          }}
          onMore={(text) => {
            setOpen(undefined)
            openAt(at, referenceOf(at) ? 'pick' : 'wide', text)
          }}
        />
      )
    return draft?.action === 'insert' && value === undefined ? <span className="null">{t('default')}</span> : undefined
  }
  const lead = (index: number): ReactNode => {
    const target = edited[index]?.target
    if (!target) return undefined
    return (
      <input
        type="checkbox"
        aria-label={t('choose', { number: grid.offset + index + 1 })}
        checked={marked.has(target.id)}
        onChange={({ target: { checked } }) => {
          setMarked(
            (before) => new Set(checked ? [...before, target.id] : [...before].filter((id) => id !== target.id)),
          )
        }}
      />
    )
  }
  const at = (as: 'null' | 'wide' | 'pick') => (): void => {
    if (place) openAt(place, as)
  }
  return (
    <div className="edited-rows" ref={frame}>
      <EditBar
        count={drafts.length}
        chosen={acted.length}
        canUndo={editor.canUndo}
        hasCell={place !== undefined && refusalOf(place) === undefined}
        mayBeNull={place !== undefined && columnOf(place)?.nullable === true}
        mayPick={place !== undefined && referenceOf(place) !== undefined}
        on={{
          add: () => {
            editor.add()
            cells.setPlace({ row: edited.length, column: 0 })
            frame.current?.querySelector<HTMLElement>('.grid')?.focus()
          },
          duplicate: actOn(editor.duplicate),
          delete: actOn(editor.remove),
          ...{ null: at('null'), wide: at('wide'), pick: at('pick') },
          undo: editor.undo,
          discard: () => {
            setOpen({ as: 'discard' })
          },
          review: () => {
            setOpen({ as: 'review' })
          },
          end: onEnd,
        }}
      />
      {service !== null && (
        <MessageStrip design="Information" hideCloseButton>
          {t(via === 'database' ? 'readOnly' : via === null ? 'bypassed' : 'served', { service: via ?? service })}
        </MessageStrip>
      )}
      {editor.error && <ErrorStrip error={editor.error} />}
      <p className="edit-note muted" role="status">
        {cells.note ?? t('hint')}
      </p>
      <RecordGrid
        {...grid}
        // A click chooses a cell here, and leads nowhere.
        columns={gridColumns(columns, [])}
        rows={edited.map(({ row }) => row)}
        whole={(column, row) => editor.valueOf({ row, column: columns.findIndex(({ name }) => name === column) })}
        edit={{
          place,
          onPlace: (next) => {
            cells.setPlace(next)
            setNote(undefined)
          },
          stateOf: (row) => edited[row]?.draft?.action,
          isChanged: (each) => Object.hasOwn(edited[each.row]?.draft?.values ?? {}, columnOf(each)?.name ?? ''),
          cell,
          lead,
          onKey: cells.onKey,
          onOpen: (each) => {
            openAt(each, 'line')
          },
          onPaste: cells.onPaste,
        }}
      />
      <OpenDialog
        open={open}
        structure={structure}
        editor={editor}
        onClose={() => {
          setOpen(undefined)
        }}
        onDone={(count) => {
          setOpen(undefined)
          editor.clear()
          setMarked(new Set())
          setNote(t('saved', { count }))
          onSaved()
        }}
      />
    </div>
  )
}

export default EditedRows
