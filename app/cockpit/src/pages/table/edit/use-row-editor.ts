import type { TableColumn, TableStructure } from '../../../api/table.ts'
import type { GridRow } from '../../../parts/grid/grid-column.ts'
import type { CellPlace } from '../../../parts/grid/move-cell.ts'
import { useAction } from '../../../parts/use-action.ts'
import { mayBeCut } from '../value-limit.ts'
import { addRow, deleteRows, type Draft, shownRow, type Target, targetOf, writeValues } from './drafts.ts'
import { typedValue } from './typed-value.ts'
import { useDrafts } from './use-drafts.ts'

/** A row of the grid: one of the database, or one that is to be added after them. */
export interface EditedRow {
  /** Undefined where nothing names it, so that it cannot be changed. */
  readonly target: Target | undefined
  readonly draft: Draft | undefined
  /** As it would be. */
  readonly row: GridRow
}

interface Question {
  readonly structure: TableStructure
  /** Those in sight. */
  readonly columns: readonly TableColumn[]
  /** Rows of this page. */
  readonly rows: readonly GridRow[]
  /** A value of one of them, whole. */
  readonly whole: (column: string, index: number) => Promise<unknown>
}

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** Collects changes of the rows of a table. */
export const useRowEditor = ({ structure, columns, rows, whole }: Question) => {
  const { drafts, canUndo, change, undo, clear } = useDrafts()
  const asking = useAction()
  const { keyColumns, fixedColumns } = structure.rowChanges
  const isFixed = (name: string): boolean => fixedColumns.some((each) => each.name === name)
  const byId = new Map(drafts.map((draft) => [draft.id, draft]))
  const edited: readonly EditedRow[] = [
    ...rows.map((row) => {
      const target = targetOf(keyColumns, row)
      const draft = target && byId.get(target.id)
      return { target, draft, row: shownRow(row, draft) }
    }),
    ...drafts.filter(({ action }) => action === 'insert').map((draft) => ({ target: draft, draft, row: draft.values })),
  ]

  /** What is stored in columns of a row, where only the beginning of it has been read. */
  const readWhole = async (index: number, names: readonly string[]): Promise<GridRow> => {
    const read = rows[index] ?? {}
    const cut = names.filter((name) => mayBeCut(read[name]) && !Object.hasOwn(edited[index]?.draft?.values ?? {}, name))
    return Object.fromEntries(await Promise.all(cut.map(async (name) => [name, await whole(name, index)] as const)))
  }

  /** Writes values of rows, and adds others after them. */
  const write = (values: ReadonlyMap<number, GridRow>, added: readonly GridRow[] = []): void => {
    const met = [...values].flatMap(([index, each]) => {
      const target = edited[index]?.target
      return target ? [{ index, target, values: each }] : []
    })
    asking.run(async () => {
      const read = await Promise.all(
        met.map(async (each) => ({ ...each, whole: await readWhole(each.index, Object.keys(each.values)) })),
      )
      change((before) => {
        const written = read.reduce((all, each) => writeValues(all, each.target, each.values, each.whole), before)
        return added.reduce(addRow, written)
      })
    })
  }

  /** A value of a cell, whole. */
  const valueOf = async ({ row, column }: CellPlace): Promise<unknown> => {
    const name = columns[column]?.name ?? ''
    const read = await readWhole(row, [name])
    return Object.hasOwn(read, name) ? read[name] : edited[row]?.row[name]
  }

  /**
   * Writes a block of cells from a place on; rows after the last one are new.
   *
   * @returns how many cells are left out, since there is no such column, or nobody can write it.
   */
  const paste = (block: readonly (readonly string[])[], from: CellPlace): number => {
    let left = 0
    const values = new Map<number, GridRow>()
    const added: GridRow[] = []
    for (const [down, cells] of block.entries()) {
      const index = from.row + down
      const isThere = index < edited.length
      const isOpen = !isThere || (edited[index]?.target !== undefined && edited[index].draft?.action !== 'delete')
      const entries = cells.flatMap((text, right) => {
        const column = columns[from.column + right]
        if (column && isOpen && !isFixed(column.name)) return [[column.name, typedValue(text, column)] as const]
        left++
        return []
      })
      if (entries.length === 0) continue
      if (isThere) values.set(index, Object.fromEntries(entries))
      else added.push(Object.fromEntries(entries))
    }
    write(values, added)
    return left
  }

  /** Adds copies of rows; the key of a row is its own, so that a new one is made where it can be. */
  const duplicate = (indexes: readonly number[]): void => {
    asking.run(async () => {
      const copies = await Promise.all(
        indexes.map(async (index) => {
          const all = { ...edited[index]?.row, ...(await readWhole(index, Object.keys(rows[index] ?? {}))) }
          const names = structure.columns.map(({ name }) => name)
          const kept = names.filter((name) => Object.hasOwn(all, name) && !isFixed(name))
          return Object.fromEntries(kept.flatMap((name) => copyOf(name, all[name], keyColumns)))
        }),
      )
      change((before) => copies.reduce(addRow, before))
    })
  }

  return {
    ...{ drafts, edited, canUndo, undo, clear, change, write, paste, duplicate, valueOf, isFixed },
    error: asking.error,
    add: () => {
      change((before) => addRow(before, {}))
    },
    remove: (indexes: readonly number[]) => {
      const targets = indexes.flatMap((index) => edited[index]?.target ?? [])
      change((before) => deleteRows(before, targets))
    },
  }
}

const copyOf = (name: string, value: unknown, key: readonly string[]): (readonly [string, unknown])[] => {
  if (key.length > 1 || !key.includes(name)) return [[name, value]]
  return typeof value === 'string' && UUID.test(value) ? [[name, crypto.randomUUID()]] : []
}
