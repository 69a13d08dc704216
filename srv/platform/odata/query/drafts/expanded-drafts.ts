import { type Column, type Entity, expansionOf, type Operand } from '../../../cap/csn.ts'
import {
  type Interceptor,
  isSelected,
  readFromDatabase,
  type Row,
  selectQuery,
  toRows,
  type Transaction,
} from '../../../cap/request.ts'
import { sideOf } from './choices.ts'
import { keyLists, sharedKey } from '../../../cap/shared-key.ts'

/**
 * What CAP leaves out of answers: SiblingEntity in `$expand`, and the draft fields of expanded items. Each is read for
 * all rows of one level together, so the number of statements does not depend on the number of rows.
 */

const SIBLING = 'SiblingEntity'

const isSibling = (column: Column): boolean => column !== '*' && !!column.expand && column.ref?.[0] === SIBLING

const withoutSiblings = (columns: readonly Column[], entity: Entity): Column[] =>
  columns
    .filter((column) => !isSibling(column))
    .map((column) => {
      const expansion = expansionOf(column, entity)
      return expansion ? { ...expansion.column, expand: withoutSiblings(expansion.columns, expansion.target) } : column
    })

/** So many are read whole sooner than with a list of keys as long as that. */
const FEW = 100

/** The drafts among rows, by key, saying whether they have an active record; others may be there as well. */
async function draftsAmong(rows: readonly Row[], entity: Entity, drafts: Entity): Promise<Map<unknown, Row>> {
  const key = sharedKey(entity)
  const select = { from: { ref: [drafts.name] }, columns: [{ ref: [key] }, { ref: ['HasActiveEntity'] }] }
  const byKey = (found: readonly Row[]) => new Map(found.map((draft) => [draft[key], draft]))
  if (rows.length > FEW) {
    const some = await readFromDatabase({ ...select, limit: { rows: { val: FEW + 1 } } })
    if (some.length <= FEW) return byKey(some)
  }
  const found: Row[] = []
  for (const keys of keyLists(entity, rows))
    found.push(...(await readFromDatabase({ ...select, where: [{ ref: [key] }, 'in', keys] })))
  return byKey(found)
}

/** Which records have a draft, and which drafts have an active record, for rows that do not say so themselves. */
async function fillPartners(
  rows: readonly Row[],
  columns: readonly Column[],
  entity: Entity,
  drafts: Entity,
): Promise<void> {
  const lacking = (name: string): Row[] =>
    isSelected(columns, name) ? rows.filter((row) => row[name] === undefined) : []
  const [withoutDraft, withoutActive] = [lacking('HasDraftEntity'), lacking('HasActiveEntity')]
  for (const row of withoutDraft) if (row['IsActiveEntity'] === false) row['HasDraftEntity'] = false
  for (const row of withoutActive) if (row['IsActiveEntity'] === true) row['HasActiveEntity'] = false

  const open = [
    ...withoutDraft.filter((row) => row['HasDraftEntity'] === undefined),
    ...withoutActive.filter((row) => row['HasActiveEntity'] === undefined),
  ]
  const key = sharedKey(entity)
  const known = await draftsAmong(open, entity, drafts)
  for (const row of withoutDraft) row['HasDraftEntity'] ??= known.has(row[key])
  for (const row of withoutActive) row['HasActiveEntity'] ??= !!known.get(row[key])?.['HasActiveEntity']
}

async function fillSiblings(rows: readonly Row[], sibling: Operand, entity: Entity, tx: Transaction): Promise<void> {
  const key = sharedKey(entity)
  const wanted = sibling.expand ?? ['*']
  const columns: Column[] = isSelected(wanted, key) ? wanted : [...wanted, { ref: [key] }]
  for (const isActive of [true, false]) {
    const own = rows.filter((row) => row['IsActiveEntity'] === isActive)
    const siblings: Row[] = []
    for (const keys of keyLists(entity, own)) {
      const where = [{ ref: ['IsActiveEntity'] }, '=', { val: !isActive }, 'and', { ref: [key] }, 'in', keys]
      const select = { from: { ref: [entity.name] }, columns: withoutSiblings(columns, entity), where, limit: null }
      siblings.push(...toRows(await tx.run(selectQuery(select))))
    }
    for (const each of siblings) delete each['DraftAdministrativeData_DraftUUID']
    await complete(siblings, columns, entity, tx)
    const byKey = new Map(siblings.map((row) => [row[key], row]))
    for (const row of own) row[SIBLING] = byKey.get(row[key]) ?? null
  }
}

/** Completes rows of one level, then those that are expanded in them. */
export async function complete(
  rows: readonly Row[],
  columns: readonly Column[],
  entity: Entity,
  tx: Transaction,
): Promise<void> {
  if (!rows.length) return
  if (entity.drafts) {
    await fillPartners(rows, columns, entity, entity.drafts)
    const sibling = columns.find(isSibling)
    if (sibling && sibling !== '*') await fillSiblings(rows, sibling, entity, tx)
  }
  for (const column of columns) {
    const expansion = expansionOf(column, entity)
    if (!expansion || isSibling(column)) continue
    const { element, target } = expansion
    const items = rows.flatMap((row) => {
      const children = toRows(row[element.name])
      const side = sideOf(entity, element, row['IsActiveEntity'] === false ? 'draft' : 'active')
      for (const child of target.drafts ? children : []) {
        child['IsActiveEntity'] ??= side === 'active'
        delete child['DraftAdministrativeData_DraftUUID']
      }
      return children
    })
    await complete(items, expansion.columns, target, tx)
  }
}

const hasDrafts = (entity: Entity, columns: readonly Column[]): boolean =>
  !!entity.drafts ||
  columns.some((column) => {
    const expansion = expansionOf(column, entity)
    return !!expansion && hasDrafts(expansion.target, expansion.columns)
  })

/** Completes the answers of reads, see the top of this file. */
export const expandedDrafts: Interceptor = (request, next, tx) => {
  const select = request.query?.SELECT
  const entity = request.target
  const columns = select?.columns
  if (request.protocol !== 'odata' || !entity?.elements || !columns) return next()
  if (!columns.some((column) => expansionOf(column, entity)) || !hasDrafts(entity, columns)) return next()
  select.columns = withoutSiblings(columns, entity)
  return next().then(async (result) => {
    await complete(toRows(result), columns, entity, tx)
    return result
  })
}
