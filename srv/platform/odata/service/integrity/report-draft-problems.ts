import type { Element, Entity, Token } from '../../../cap/csn.ts'
import { readFromDatabase, type Request, type Row } from '../../../cap/request.ts'
import { sharedKey } from '../../../cap/shared-key.ts'
import { findDuplicates, payloadItems, type PayloadRow } from './reject-duplicates.ts'
import { declared, foreignKeyOf, uniqueColumns } from '../../../cap/model.ts'

/**
 * Drafts may be incomplete and wrong, but say so: what activation will refuse in a link becomes a message of the
 * draft, as soon as the link is written.
 */

/** Of one request; whoever corrects these is told of the next ones. */
const MOST_PROBLEMS = 100

const told = new WeakMap<Request, number>()

const problem = (request: Request, code: string, target: string): void => {
  const count = (told.get(request) ?? 0) + 1
  told.set(request, count)
  // A draft's `error` collects messages that have a target, and does not fail the request.
  if (count <= MOST_PROBLEMS)
    request.error({ status: code === 'DUPLICATE_LINK' ? 409 : 400, code, message: code, target })
}

/** The associations of an entity that have to lead to an existing row. */
const checkedAssociations = (entity: Entity): { element: Element; column: string; target: Entity }[] =>
  Object.values(declared(entity).elements).flatMap((element) => {
    const column = element['@assert.target'] ? foreignKeyOf(element) : undefined
    return column && element._target ? [{ element, column, target: element._target }] : []
  })

async function missingTargets(request: Request, rows: readonly PayloadRow[]): Promise<void> {
  const wanted = new Map<Entity, { id: unknown; target: string }[]>()
  for (const { entity, row, path } of rows)
    for (const { element, column, target } of checkedAssociations(entity)) {
      const isNew = request.event === 'NEW' || path !== ''
      const id = row[column]
      if (id === null || (id === undefined && isNew)) {
        if (element['@mandatory']) problem(request, 'ASSERT_MANDATORY', path + column)
      } else if (id !== undefined && request.event === 'NEW') {
        // CAP looks for the targets of later changes by itself.
        const references = wanted.get(target)
        if (references) references.push({ id, target: path + column })
        else wanted.set(target, [{ id, target: path + column }])
      }
    }
  for (const [target, references] of wanted) {
    const key = sharedKey(target)
    const where: Token[] = [{ ref: [key] }, 'in', { list: references.map(({ id }) => ({ val: id })) }]
    const found = await readFromDatabase({ from: { ref: [target.name] }, columns: [{ ref: [key] }], where })
    const ids = new Set(found.map((row) => row[key]))
    for (const each of references) if (!ids.has(each.id)) problem(request, 'ASSERT_TARGET', each.target)
  }
}

/** Whether the draft that a link belongs to has the same link already. */
async function repeatedLink(request: Request, entity: Entity): Promise<void> {
  const key = sharedKey(entity)
  const known = request.data[key]
  const stored = (row: Row): Token[] =>
    Object.entries(row).flatMap(([name, val], index): Token[] => [
      ...(index ? ['and'] : []),
      { ref: [name] },
      '=',
      { val },
    ])
  for (const columns of uniqueColumns(entity)) {
    if (!columns.some((column) => request.data[column] !== undefined)) continue
    const from = { ref: [entity.name] }
    const before = request.event === 'UPDATE' ? await readFromDatabase({ from, where: stored({ [key]: known }) }) : []
    const values = Object.fromEntries(columns.map((name) => [name, request.data[name] ?? before[0]?.[name]]))
    if (Object.values(values).some((value) => value === null || value === undefined)) continue
    const same = await readFromDatabase({ from, columns: [{ ref: [key] }], where: stored(values) })
    const written = columns.filter((column) => request.data[column] !== undefined).at(-1) ?? ''
    if (same.some((row) => row[key] !== known)) problem(request, 'DUPLICATE_LINK', written)
  }
}

/** Adds messages to a draft for links without target, to missing targets, and to the same target twice. */
export async function reportDraftProblems(request: Request): Promise<void> {
  const entity = request.target
  if (!entity?.isDraft || request.protocol !== 'odata') return
  const items = payloadItems(entity, request.data)
  await missingTargets(request, [{ entity, row: request.data, path: '' }, ...items.flatMap(({ rows }) => rows)])
  for (const each of items)
    for (const { item, column } of findDuplicates(each)) problem(request, 'DUPLICATE_LINK', item.path + column)
  await repeatedLink(request, entity)
}
