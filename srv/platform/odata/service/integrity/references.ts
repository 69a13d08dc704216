import cds from '@sap/cds'
import { type Column, type Element, type Entity, allEntities } from '../../../cap/csn.ts'
import { readFromDatabase, type Request, type Row } from '../../../cap/request.ts'
import { sharedKey, valueLists } from '../../../cap/shared-key.ts'
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

/** Keys are numbers or texts, and may come as either. */
type Found = ReadonlyMap<string, Row>

/** The rows of an entity that have one of these keys, locked against deletion where the database has locks, in one order. */
const findLocked = async (entity: Entity, keys: Iterable<unknown>): Promise<Found> => {
  const key = sharedKey(entity)
  const found = new Map<string, Row>()
  for (const list of valueLists(keys)) {
    const from = { ref: [entity.name] }
    const where = [{ ref: [key] }, 'in', list]
    const rows = await readFromDatabase({ from, columns: [{ ref: [key] }], where, orderBy: [{ ref: [key] }], forShareLock: true }) // prettier-ignore
    for (const row of rows) found.set(String(row[key]), row)
  }
  return found
}

interface Wanted {
  readonly keys: Set<unknown>
  readonly found: PromiseWithResolvers<Found>
}

/** How many are told of; whoever corrects them is told of the next ones. CAP looks through all links for each. */
const MOST_MISSING = 100

/** What has been asked for in one go of one transaction. */
class Question {
  readonly context = cds.context
  readonly #wanted = new Map<Entity, Wanted>()
  #missing = 0

  /** @returns undefined where there is none, unless that has been told of enough others. */
  async find(entity: Entity, key: unknown): Promise<Row | undefined> {
    let wanted = this.#wanted.get(entity)
    if (!wanted) this.#wanted.set(entity, (wanted = { keys: new Set(), found: Promise.withResolvers() }))
    wanted.keys.add(key)
    const row = (await wanted.found.promise).get(String(key))
    return row ?? (++this.#missing > MOST_MISSING ? {} : undefined)
  }

  /** By entity in the order of their names: who locks in one order never waits for one another. */
  answer(): void {
    for (const [entity, { keys, found }] of [...this.#wanted].sort(([a], [b]) => (a.name < b.name ? -1 : 1)))
      findLocked(entity, keys).then(found.resolve, found.reject)
  }
}

/** What is used of the check of a target, of which CAP makes one for each link. */
interface Existence {
  forShareLock: () => unknown
}

interface Database {
  exists: (entity: Entity | string, where?: Row) => Existence
}

/** The one key of an entity, if that is all that is looked for. */
const onlyKey = ({ keys = {} }: Entity, where: object): string | undefined => {
  const names = Object.keys(where)
  const own = Object.values(keys).filter(({ virtual, isAssociation }) => !virtual && !isAssociation)
  return names.length === 1 && own.length === 1 && names[0] === own[0]?.name ? names[0] : undefined
}

/** Looks for the targets of all links of a record by one statement for each of their entities, where CAP sends one for each link. */
export const findTargetsTogether = (service: unknown): void => {
  const database = service as Database
  const exists = database.exists.bind(database)
  let question: Question | undefined
  const ask = (): Question => {
    if (question && question.context === cds.context) return question
    const asked = (question = new Question())
    queueMicrotask(() => {
      if (question === asked) question = undefined
      asked.answer()
    })
    return asked
  }
  database.exists = (entity, where) => {
    const query = exists(entity, where)
    if (typeof entity === 'string' || !where) return query
    const key = onlyKey(entity, where)
    return key === undefined ? query : Object.assign(query, { forShareLock: () => ask().find(entity, where[key]) })
  }
}
