import type { paths } from '../../../../gen/api.d.ts'
import { plainText } from '../../../parts/grid/column-filter.ts'
import type { GridRow } from '../../../parts/grid/grid-column.ts'
import { mayBeCut } from '../value-limit.ts'

type Body = paths['/rows']['post']['requestBody']['content']['application/json']
export type RowChange = Body['changes'][number]

/** A row, by what it can be found again. */
export interface Target {
  readonly id: string
  readonly key: GridRow
  /** As it was read; of a new one nothing. */
  readonly row: GridRow
}

/** What is to be done with a row, and not done yet. */
export interface Draft extends Target {
  readonly action: RowChange['action']
  readonly values: GridRow
}
/** In the order in which they were begun, which is the one in which they are done. */
export type Drafts = readonly Draft[]

/** @returns undefined for a row that nothing names: a part of its key is NULL, or too long to be whole. */
export const targetOf = (keyColumns: readonly string[], row: GridRow): Target | undefined => {
  const values = keyColumns.map((name) => row[name])
  if (values.some((value) => value === null || value === undefined || mayBeCut(value))) return undefined
  return { id: JSON.stringify(values), key: Object.fromEntries(keyColumns.map((name) => [name, row[name]])), row }
}

/** The row as it would be. */
export const shownRow = (row: GridRow, draft: Draft | undefined): GridRow => (draft ? { ...row, ...draft.values } : row)

/**
 * Writes values of a row; those that are as they were read are no change.
 *
 * @param whole what is stored in columns of which only the beginning was read
 */
export const writeValues = (drafts: Drafts, target: Target, values: GridRow, whole: GridRow = {}): Drafts => {
  const before = drafts.find(({ id }) => id === target.id)
  if (before?.action === 'delete') return drafts
  const row = { ...target.row, ...before?.row, ...whole }
  const written = { ...before?.values, ...values }
  if (before?.action === 'insert') return replaced(drafts, { ...before, values: written })
  const changed = Object.entries(written).filter(([name, value]) => !isSame(row[name], value))
  const draft: Draft = { ...target, row, action: 'update', values: Object.fromEntries(changed) }
  if (changed.length === 0) return drafts.filter(({ id }) => id !== target.id)
  return replaced(drafts, draft)
}

/** Adds a row, which nothing names before the database has it. */
export const addRow = (drafts: Drafts, values: GridRow): Drafts => {
  const last = Math.max(0, ...drafts.filter(({ action }) => action === 'insert').map(({ id }) => Number(id.slice(4))))
  return [...drafts, { id: `new:${String(last + 1)}`, action: 'insert', key: {}, row: {}, values }]
}

/** Deletes rows; one that is new is not added then. */
export const deleteRows = (drafts: Drafts, targets: readonly Target[]): Drafts =>
  targets.reduce<Drafts>((all, target) => {
    const before = all.find(({ id }) => id === target.id)
    if (before?.action === 'insert') return all.filter(({ id }) => id !== target.id)
    return replaced(all, { ...target, row: { ...target.row, ...before?.row }, action: 'delete', values: {} })
  }, drafts)

/** Takes what is there now as what was read: the change is meant for it, too. */
export const rebase = (drafts: Drafts, index: number, now: GridRow): Drafts => {
  const draft = drafts[index]
  return draft ? replaced(drafts, { ...draft, row: { ...draft.row, ...now } }) : drafts
}

/**
 * As the API takes them. A row is changed only where all that was read of it is still so, whatever column changes.
 *
 * @param comparable columns that are told, as they are
 */
export const requestOf = (drafts: Drafts, comparable: ReadonlySet<string>): RowChange[] =>
  drafts.map(({ action, key, row, values }) => {
    if (action === 'insert') return { action, values }
    const read = Object.entries(row).filter(
      // What has been changed was whole before, however long it is.
      ([name, value]) => comparable.has(name) && (Object.hasOwn(values, name) || !mayBeCut(value)),
    )
    const was = Object.fromEntries(read)
    return action === 'delete' ? { action, key, was } : { action, key, was, values }
  })

const replaced = (drafts: Drafts, draft: Draft): Drafts =>
  drafts.some(({ id }) => id === draft.id)
    ? drafts.map((each) => (each.id === draft.id ? draft : each))
    : [...drafts, draft]

/** A number is the same as text of it, as forms have it. */
const isSame = (read: unknown, value: unknown): boolean =>
  read === null || read === undefined || value === null
    ? (read ?? null) === value
    : plainText(read) === plainText(value)
