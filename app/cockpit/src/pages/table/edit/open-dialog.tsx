import type { TableStructure } from '../../../api/table.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { rebase, requestOf } from './drafts.ts'
import { PickRow } from './pick-row.tsx'
import { Review } from './review.tsx'
import { texts } from './texts.ts'
import type { Open } from './use-cells.ts'
import type { useRowEditor } from './use-row-editor.ts'
import { WideEditor } from './wide-editor.tsx'

interface OpenDialogProps {
  readonly open: Open | undefined
  readonly structure: TableStructure
  readonly editor: ReturnType<typeof useRowEditor>
  readonly onClose: () => void
  /** @param count rows that are changed by now */
  readonly onDone: (count: number) => void
}

/** Whatever of a cell, or of all changes, has no room in the grid. */
export const OpenDialog = ({ open, structure, editor, onClose, onDone }: OpenDialogProps) => {
  const t = useTexts(texts)
  const { drafts, change, write } = editor
  const { schema, table, rowChanges } = structure
  switch (open?.as) {
    case 'wide': {
      const { column, place, value } = open
      const onCommit = (written: unknown): void => {
        write(new Map([[place.row, { [column.name]: written }]]))
      }
      return <WideEditor column={column} value={value} onCommit={onCommit} onClose={onClose} />
    }
    case 'pick': {
      const { place, reference } = open
      return (
        <PickRow
          reference={reference}
          onPick={(values) => {
            write(new Map([[place.row, values]]))
          }}
          onClose={onClose}
        />
      )
    }
    case 'null': {
      const { column, place } = open
      return (
        <ConfirmDialog
          title={t('setNull')}
          confirm={t('setNull')}
          keep={t('cancel')}
          design="Emphasized"
          onConfirm={() => {
            write(new Map([[place.row, { [column.name]: null }]]))
          }}
          onClose={onClose}
        >
          {t('setNull.ask', { column: column.name })}
        </ConfirmDialog>
      )
    }
    case 'discard':
      return (
        <ConfirmDialog
          title={t('discard')}
          confirm={t('discard')}
          keep={t('cancel')}
          onConfirm={editor.clear}
          onClose={onClose}
        >
          {t('discard.ask', { count: drafts.length })}
        </ConfirmDialog>
      )
    case 'review':
      return (
        <Review
          schema={schema}
          table={table}
          service={rowChanges.service}
          via={rowChanges.via}
          drafts={drafts}
          changes={requestOf(drafts, comparableOf(structure))}
          onDrop={(index) => {
            change((before) => before.filter((_, at) => at !== index))
          }}
          onTakeOver={(index, now) => {
            change((before) => rebase(before, index, now))
          }}
          onDone={onDone}
          onClose={onClose}
        />
      )
  }
  return null
}

/** Columns whose values are told as they are. */
const comparableOf = ({ columns, rowChanges }: TableStructure): ReadonlySet<string> => {
  const hidden = new Set(rowChanges.fixedColumns.filter(({ code }) => code === 'FORBIDDEN').map(({ name }) => name))
  return new Set(columns.filter(({ name, isMasked }) => !isMasked && !hidden.has(name)).map(({ name }) => name))
}
