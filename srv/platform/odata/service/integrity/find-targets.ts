import cds from '@sap/cds'
import type { Entity } from '../../../cap/csn.ts'
import { readFromDatabase, type Row } from '../../../cap/request.ts'
import { sharedKey, valueLists } from '../../../cap/shared-key.ts'

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
