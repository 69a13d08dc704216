/** How a scene ends: the answers and the rows, without what no two runs have in common. */
import { ANY_ID, nameOf, SCENE_ID, type Template } from './scene.ts'
import type { Reply } from './reply.ts'
import type { Row, Store } from './store.ts'

export interface Outcome {
  readonly statuses: readonly string[]
  /** A line for each row. */
  readonly rows: readonly string[]
  /** Whose ETag each film has now: that of no one, or of all whose answer had that. */
  readonly tags: readonly (readonly string[])[]
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
/** As text of one length, in whatever form. */
export const instant = (text: string): string => {
  const [, seconds = '', fraction = ''] = /(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d+))?/.exec(text) ?? []
  return `${seconds}.${fraction.padEnd(9, '0')}`
}

/** Films alone have ETags. */
const IS_FILM = /film(?:_drafts)?$/i

const named = (value: unknown): unknown =>
  typeof value === 'string'
    ? value.replace(ANY_ID, (id) => {
        const [, , index] = [...id.matchAll(SCENE_ID)][0] ?? []
        return index === undefined ? 'an ID of the server' : nameOf(index)
      })
    : value

/** The text of a row, and whose ETag it has. */
const readRow = (
  table: string,
  row: Row,
  replies: readonly Reply[],
  began: ReadonlySet<string>,
): { text: string; tag: string[] } => {
  let tag: string[] = []
  const cells = Object.entries(row).map(([name, value]): [string, unknown] => {
    if (typeof value !== 'string' || !INSTANT.test(value)) return [name, named(value)]
    const time = instant(value)
    if (IS_FILM.test(table) && /^modifiedat$/i.test(name)) {
      const givers = replies.flatMap(({ etag }, index) => (etag && instant(etag) === time ? [String(index)] : []))
      tag = began.has(time) ? ['first'] : givers.length ? givers : ['none']
    }
    return [name, began.has(time) ? 'then' : 'now']
  })
  return { text: `${table} ${JSON.stringify(Object.fromEntries(cells))}`, tag }
}

/** What the database holds. */
export interface Contents {
  /** The rows of each scene, and those that belong to none. */
  readonly rows: ReadonlyMap<number | undefined, readonly (readonly [table: string, row: Row])[]>
  readonly filled: readonly string[]
  readonly copies: readonly string[]
}

const COPY = /^copy_(\d+)_(\w\d+)_(.*)$/
const ADMINISTRATION = /^draft_/i

export async function readScenes(store: Store, { names }: Template): Promise<Contents> {
  const rows = new Map<number | undefined, [string, Row][]>()
  const drafts = new Map<unknown, number>()
  const all = (await store.read((name) => names.includes(name) || COPY.test(name))).toSorted(
    // They are known by their drafts.
    ([a], [b]) => Number(ADMINISTRATION.test(a)) - Number(ADMINISTRATION.test(b)),
  )
  for (const [table, found] of all)
    for (const row of found) {
      const [id] = JSON.stringify(row).matchAll(SCENE_ID)
      if (!id && /^saga_entities/i.test(table)) continue
      const draft = Object.entries(row).find(([name]) => /draftuuid$/i.test(name))?.[1]
      const number = id ? parseInt(id[1]!, 16) : drafts.get(draft)
      if (draft && number !== undefined) drafts.set(draft, number)
      const copy = COPY.exec(table)
      if (copy && Number(copy[1]) !== number) continue
      rows.set(number, [...(rows.get(number) ?? []), [copy ? `copy by ${copy[2]!} of ${copy[3]!}` : table, row]])
    }
  const tables = all.map(([table]) => table)
  const copies = tables.filter((table) => COPY.test(table))
  return { rows, copies, filled: names.filter((name) => tables.includes(name)) }
}

export const outcomeOf = (
  rows: readonly (readonly [table: string, row: Row])[],
  replies: readonly Reply[],
  began: ReadonlySet<string>,
): Outcome => {
  const read = rows
    .map(([table, row]) => readRow(table, row, replies, began))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1))
  return {
    statuses: replies.map(({ status }) => status),
    rows: read.map(({ text }) => text),
    tags: read.map(({ tag }) => tag),
  }
}

const sameTag = (a: readonly string[], b: readonly string[]): boolean =>
  a.some((one) => b.includes(one)) || (a.length === 0 && b.length === 0)

/** Whether the operations at some places were answered alike, and all rows are the same. */
export const isSame = (a: Outcome, b: Outcome, places: readonly number[]): boolean =>
  places.every((at) => a.statuses[at] === b.statuses[at]) &&
  a.rows.join('\n') === b.rows.join('\n') &&
  a.tags.every((tag, index) => sameTag(tag, b.tags[index] ?? []))

/** All instants of the rows in which a scene begins. */
export const instantsOf = ({ tables }: Template): Set<string> =>
  new Set(
    tables.flatMap(([, text]) => [...text.matchAll(/"(\d{4}-\d\d-\d\dT\d\d:[^"]*)"/g)].map(([, at]) => instant(at!))),
  )
