import { badRequest } from '../../protocol/errors.ts'
import { type Entity, haveValuesOf, type Step } from '../../../cap/csn.ts'
import { isOfClient, type Interceptor, type Row, selectQuery, toRows, type Transaction } from '../../../cap/request.ts'
import type { Element } from '../../../cap/odata.ts'
import { keyParts } from '../../query/lower/keys.ts'
import { keyNames } from '../../meaning/edm.ts'
import { readPairs } from '../../url/path.ts'

/** The keys of the items that a delta removes, by the list of the others. */
const removals = new WeakMap<object, Row[]>()

const ownKeys = (entity: Entity): string[] => keyNames(entity).filter((name) => name !== 'IsActiveEntity')

/** What a URL of a record says of its key. */
const keyIn = (url: string, entity: Entity): Row => {
  const given = decodeURIComponent(url.slice(url.lastIndexOf('(') + 1, -1))
  const [only, ...more] = ownKeys(entity)
  const parts = keyParts(readPairs(given, 'The id of an item', 'INVALID_BODY'), entity, more.length ? undefined : only)
  return Object.fromEntries(parts.map(([{ name }, { val }]) => [name, val]))
}

const keyOf = (item: Row, entity: Entity): Row => {
  const id = item['@odata.id']
  return { ...item, ...(typeof id === 'string' && keyIn(id, entity)) }
}

/** Takes those items out of a delta that it removes. */
export function takeDelta(items: unknown[], { _target }: Element, target: string): void {
  const entity = _target as Entity
  const removed: Row[] = []
  for (const [index, item] of [...items.entries()].reverse()) {
    if (typeof item !== 'object' || item === null || !('@odata.removed' in item)) continue
    const key = keyOf(item, entity)
    if (ownKeys(entity).some((name) => key[name] === undefined))
      throw Object.assign(badRequest('INVALID_BODY', 'Name the item to remove by its key or "@id".'), {
        target: `${target}[${String(index)}]`,
      })
    removed.push(key)
    items.splice(index, 1)
  }
  removals.set(items, removed)
}

const textOf = (row: Row, names: readonly string[]): string =>
  JSON.stringify(names.map((name) => String(row[name]).toLowerCase()))

/** Makes lists of all items from deltas, below a record at a path: CAP takes away what a list lacks. */
async function complete(record: Row, path: readonly Step[], entity: Entity, tx: Transaction): Promise<void> {
  for (const { name, _target } of Object.values(entity.compositions ?? {})) {
    const items = record[name]
    if (!_target || !Array.isArray(items)) continue
    const names = ownKeys(_target)
    const removed = removals.get(items)
    const sent = [...(items as Row[])]
    for (const item of sent) {
      const where = haveValuesOf(item, names)
      if (names.every((key) => key in item)) await complete(item, [...path, { id: name, where }], _target, tx)
    }
    if (!removed) continue
    const from = { ref: structuredClone([...path, name]) }
    const rows = toRows(await tx.run(selectQuery({ from, columns: names.map((key) => ({ ref: [key] })) })))
    const known = new Set([...sent, ...removed].map((item) => textOf(item, names)))
    for (const row of rows)
      if (!known.has(textOf(row, names))) items.push(Object.fromEntries(names.map((key) => [key, row[key]])))
  }
}

/** A deep update by deltas: items are added, changed and removed, and all others stay as they are. */
export const deepDeltas: Interceptor = async (request, next, tx) => {
  const path = request.query?.UPDATE?.entity.ref
  if (path && request.target && isOfClient(request)) await complete(request.data, path, request.target, tx)
  return next()
}
