import { type Column, type Element, type Entity, allEntities } from '../../../cap/csn.ts'
import { readFromDatabase, type Request } from '../../../cap/request.ts'
import { sharedKey } from '../../../cap/shared-key.ts'
import { baseOf, foreignKeyOf, uplinkOf } from '../../../cap/model.ts'

/** A table with a column that refers to rows of another one. */
interface Reference {
  readonly entity: Entity
  readonly column: string
}

/** Whether the rows of an entity are parts of the target, which go with it, by this association. */
const isPart = (target: Entity, entity: Entity, association: Element): boolean =>
  Object.values(target.compositions ?? {}).some(
    (composition) => composition._target === entity && uplinkOf(composition) === association.name,
  )

const cache = new WeakMap<Entity, readonly Reference[]>()

function referencesTo(target: Entity): readonly Reference[] {
  const known = cache.get(target)
  if (known) return known
  const tables = allEntities().filter((each) => !each.query)
  const references = tables.flatMap((entity) =>
    Object.values(entity.elements).flatMap((element): Reference[] => {
      const column = element._target === target && !isPart(target, entity, element) ? foreignKeyOf(element) : undefined
      return column ? [{ entity, column }] : []
    }),
  )
  cache.set(target, references)
  return references
}

/** The name of the entity set that shows a table in a service, or of the table itself. */
function setNameOf(table: Entity, service: string | undefined): string {
  const set = allEntities().find((each) => each._service?.name === service && baseOf(each) === table)
  return (set ?? table).name.replace(/^.*\./, '')
}

const DOOMED = 'doomed'

/** 1 for a row that is to be deleted and is referred to; a text on some databases. */
const isReferring = ({ entity, column }: Reference, key: string, name: string): Column => {
  const where = [{ ref: [column] }, '=', { ref: [DOOMED, key] }]
  const rows = { SELECT: { from: { ref: [entity.name] }, columns: [{ ref: [column] }], where } }
  return {
    xpr: ['case', 'when', 'exists', rows, 'then', { val: 1, param: false }, 'else', { val: 0, param: false }, 'end'],
    as: name,
  }
}

/**
 * Refuses to delete a row that other rows refer to: 409 STILL_REFERENCED, naming their entity sets. Parts of the
 * row itself go with it, and drafts do not count.
 */
export async function rejectReferenced(request: Request): Promise<void> {
  const { target } = request
  if (!target?.elements || target.isDraft || !request.query?.DELETE) return
  const references = referencesTo(baseOf(target))
  if (!references.length) return
  // In one query: a deletion is not to take several times as long for them.
  const doomed = await readFromDatabase({
    from: { ...request.subject, as: DOOMED },
    columns: references.map((reference, index) => isReferring(reference, sharedKey(target), `r${index}`)),
  })
  const referring = references.filter((_, index) => doomed.some((row) => Number(row[`r${index}`]) === 1))
  if (!referring.length) return
  const names = new Set(referring.map(({ entity }) => setNameOf(entity, target._service?.name)))
  const code = 'STILL_REFERENCED'
  throw Object.assign(new Error(code), { status: 409, code, args: [[...names].sort().join(', ')] })
}
