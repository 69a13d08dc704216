import { type KeyboardEvent, useState } from 'react'
import type { OutgoingKey, TableColumn, TableStructure } from '../../../api/table.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { CellPlace } from '../../../parts/grid/move-cell.ts'
import { mayBeCut } from '../value-limit.ts'
import type { Move } from './cell-editor.tsx'
import { readBlock } from './read-block.ts'
import { texts } from './texts.ts'
import { isWide, typedValue } from './typed-value.ts'
import type { useRowEditor } from './use-row-editor.ts'

/** What is written into, or asked about. */
export type Open =
  | { readonly as: 'line'; readonly place: CellPlace; readonly typed: string | undefined }
  | { readonly as: 'wide'; readonly place: CellPlace; readonly column: TableColumn; readonly value: unknown }
  | { readonly as: 'pick'; readonly place: CellPlace; readonly reference: OutgoingKey }
  | { readonly as: 'null'; readonly place: CellPlace; readonly column: TableColumn }
  | { readonly as: 'review' | 'discard' }

/** More of a block than this is a file: the import is made for those. */
const MOST_PASTED = 1_000_000

/** Cells of the grid that are written into: which one is open, by which keys, and why one is not. */
export const useCells = (
  structure: TableStructure,
  columns: readonly TableColumn[],
  editor: ReturnType<typeof useRowEditor>,
) => {
  const t = useTexts(texts)
  const [place, setPlace] = useState<CellPlace>()
  const [open, setOpen] = useState<Open>()
  const [note, setNote] = useState<string>()
  const { edited } = editor
  const { references, rowChanges } = structure
  const columnOf = (at: CellPlace): TableColumn | undefined => columns[at.column]
  const referenceOf = (at: CellPlace): OutgoingKey | undefined =>
    references.find((key) => !key.isMissing && key.columns.includes(columnOf(at)?.name ?? ''))
  const refusalOf = (at: CellPlace): string | undefined => {
    const { target, draft } = edited[at.row] ?? {}
    if (!target) return t('noKey', { columns: rowChanges.keyColumns.join(', ') })
    if (draft?.action === 'delete') return t('isDeleted')
    const fixed = rowChanges.fixedColumns.find(({ name }) => name === columnOf(at)?.name)
    return fixed && t(fixed.code === 'FORBIDDEN' ? 'fixed.masked' : 'fixed.computed', { column: fixed.name })
  }
  const openAt = (at: CellPlace, as: 'line' | 'wide' | 'pick' | 'null', typed?: string): void => {
    const column = columnOf(at)
    const refusal = refusalOf(at)
    setPlace(at)
    setNote(refusal)
    if (refusal !== undefined || !column) return
    const value = edited[at.row]?.row[column.name]
    const reference = referenceOf(at)
    if (as === 'null') {
      if (!column.nullable) setNote(t('notNull', { column: column.name }))
      else if (value !== null) setOpen({ as, place: at, column })
    } else if (as === 'pick' && reference) setOpen({ as, place: at, reference })
    else if (as === 'line' && !isWide(value, column) && !mayBeCut(value)) setOpen({ as, place: at, typed })
    else
      void editor.valueOf(at).then(
        (found) => {
          setOpen({ as: 'wide', place: at, column, value: typed ?? found })
        },
        () => {
          setNote(t('notRead'))
        },
      )
  }
  const commit = (at: CellPlace, text: string | undefined, move: Move): void => {
    const column = columnOf(at)
    setOpen(undefined)
    if (text !== undefined && column) {
      const value = typedValue(text, column)
      if (value === null) {
        openAt(at, 'null')
        return
      }
      editor.write(new Map([[at.row, { [column.name]: value }]]))
    }
    if (move === undefined) return
    const [down, right] = { down: [1, 0], right: [0, 1], left: [0, -1] }[move] as [number, number]
    const next = {
      row: Math.min(edited.length - 1, at.row + down),
      column: Math.min(columns.length - 1, Math.max(0, at.column + right)),
    }
    setPlace(next)
    if (next.column !== at.column) openAt(next, 'line')
  }
  const onPaste = (text: string, at: CellPlace): void => {
    if (text.length > MOST_PASTED) {
      setNote(t('paste.large'))
      return
    }
    const left = editor.paste(readBlock(text), at)
    setNote(left > 0 ? t('paste.left', { count: left }) : undefined)
  }
  const onKey = (event: KeyboardEvent, chosen: CellPlace | undefined): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') {
      editor.undo()
      return true
    }
    if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'Enter' || event.key === 'F2') openAt(chosen, 'line')
    else if (event.key === 'F4') openAt(chosen, referenceOf(chosen) ? 'pick' : 'wide')
    else if (event.key === 'Delete' || event.key === 'Backspace') openAt(chosen, 'null')
    else if (event.key.length === 1 && event.key !== ' ') openAt(chosen, 'line', event.key)
    else return false
    return true
  }
  return {
    place,
    setPlace,
    open,
    setOpen,
    note,
    setNote,
    refusalOf,
    referenceOf,
    columnOf,
    openAt,
    commit,
    onPaste,
    onKey,
  }
}
