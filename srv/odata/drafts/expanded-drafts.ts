import type { Column, Entity, Operand } from '../csn.ts'
import { elementOf, nameOf } from '../csn.ts'
import { isSelected, readFromDatabase, selectQuery, toRows } from '../request.ts'
import type { Interceptor, Row, Transaction } from '../request.ts'
import { sideOf } from './draft-fields.ts'
import { keyConditions, sharedKey } from './keys.ts'

/**
 * What CAP leaves out of answers: SiblingEntity in `$expand`, and the draft fields of expanded items. Each is read for
 * all rows of one level together, so the number of statements does not depend on the number of rows.
 */

const SIBLING = 'SiblingEntity'

const isExpandOf = (column: Column, name: string): boolean =>
  column !== '*' && !!column.expand && column.ref?.[0] === name

const withoutSiblings = (columns: readonly Column[], entity: Entity): Column[] =>
  columns.flatMap((column) => {
    if (column === '*' || !column.expand || !column.ref) return [column]
    if (isExpandOf(column, SIBLING)) return []
    const target = elementOf(entity, nameOf(column.ref[0]!))?._target
    return [target ? { ...column, expand: withoutSiblings(column.expand, target) } : column]
  })

/** Which records have a draft, and which drafts have an active record, for rows that do not say so themselves. */
async function fillPartners(rows: readonly Row[], columns: readonly Column[], entity: Entity): Promise<void> {
  const wants = (name: string): Row[] =>
    isSelected(columns, name) ? rows.filter((row) => row[name] === undefined) : []
  const [unknownDraft, unknownActive] = [wants('HasDraftEntity'), wants('HasActiveEntity')]
  for (const row of unknownDraft) if (row['IsActiveEntity'] === false) row['HasDraftEntity'] = false
  for (const row of unknownActive) if (row['IsActiveEntity'] === true) row['HasActiveEntity'] = false

  const open = [...unknownDraft, ...unknownActive].filter(
    (row) => row['HasDraftEntity'] === undefined || row['HasActiveEntity'] === undefined,
  )
  const key = sharedKey(entity)
  const drafts = new Map<unknown, Row>()
  for (const where of open.length ? keyConditions(entity, open) : [])
    for (const draft of await readFromDatabase({
      from: { ref: [entity.drafts!.name] },
      columns: [{ ref: [key] }, { ref: ['HasActiveEntity'] }],
      where,
    }))
      drafts.set(draft[key], draft)
  for (const row of unknownDraft) row['HasDraftEntity'] ??= drafts.has(row[key])
  for (const row of unknownActive) row['HasActiveEntity'] ??= !!drafts.get(row[key])?.['HasActiveEntity']
}

async function fillSiblings(rows: readonly Row[], sibling: Operand, entity: Entity, tx: Transaction): Promise<void> {
  const key = sharedKey(entity)
  const columns = sibling.expand ?? ['*']
  const selected: Column[] = isSelected(columns, key) ? columns : [...columns, { ref: [key] }]
  for (const isActive of [true, false]) {
    const own = rows.filter((row) => row['IsActiveEntity'] === isActive)
    const siblings: Row[] = []
    for (const where of own.length ? keyConditions(entity, own) : []) {
      const select = { from: { ref: [entity.name] }, columns: withoutSiblings(selected, entity), limit: null }
      const side = [{ ref: ['IsActiveEntity'] }, '=', { val: !isActive }, 'and']
      siblings.push(...toRows(await tx.run(selectQuery({ ...select, where: [...side, ...where] }))))
    }
    for (const each of siblings) delete each['DraftAdministrativeData_DraftUUID']
    await complete(siblings, selected, entity, tx)
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
  if (entity.drafts) await fillPartners(rows, columns, entity)
  const sibling = columns.find((column) => isExpandOf(column, SIBLING))
  if (sibling && entity.drafts) await fillSiblings(rows, sibling as Operand, entity, tx)

  for (const column of columns) {
    if (column === '*' || !column.expand || !column.ref || isExpandOf(column, SIBLING)) continue
    const element = elementOf(entity, nameOf(column.ref[0]!))
    const target = element?._target
    if (!target) continue
    const items = rows.flatMap((row) => {
      const children = toRows(row[element.name])
      const side = sideOf(entity, element, row['IsActiveEntity'] === false ? 'draft' : 'active')
      if (target.drafts)
        for (const child of children) {
          child['IsActiveEntity'] ??= side === 'active'
          delete child['DraftAdministrativeData_DraftUUID']
        }
      return children
    })
    await complete(items, column.expand, target, tx)
  }
}

const hasDrafts = (entity: Entity, columns: readonly Column[]): boolean =>
  !!entity.drafts ||
  columns.some((column) => {
    if (column === '*' || !column.expand || !column.ref) return false
    const target = elementOf(entity, nameOf(column.ref[0]!))?._target
    return !!target && hasDrafts(target, column.expand)
  })

/** Completes the answers of reads, see the top of this file. */
export const expandedDrafts: Interceptor = async (request, next, tx) => {
  const select = request.query?.SELECT
  const entity = request.target
  const columns = select?.columns
  if (request.event !== 'READ' || request.protocol !== 'odata' || !entity?.elements || !columns) return next()
  if (!columns.some((column) => column !== '*' && column.expand) || !hasDrafts(entity, columns)) return next()
  select.columns = withoutSiblings(columns, entity)
  const result = await next()
  await complete(toRows(result), columns, entity, tx)
  return result
}
