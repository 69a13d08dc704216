import type { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import { toAdminError } from './error-handler.ts'

/** How long work may take that is asked for so little that it should be short; ours. */
const SHORT_MS = 3_000

/** To be told once how work ended. @param error undefined when it succeeded. */
export type LeavePlace = (error: unknown) => void

/**
 * Takes a place among the heavy work. Short work takes none, until it turns out to last: then it is seen among the
 * others, and ended when there is no room for it.
 *
 * @throws AdminError `TOO_MANY_OPERATIONS`.
 */
export const takePlace = async (job: Job, jobs: Jobs, isShort: boolean): Promise<LeavePlace> => {
  let taken: Promise<void> | undefined
  const take = (): Promise<void> => (taken = jobs.start(job))
  if (!isShort) await take()
  const late = (): void => {
    take().catch((error: unknown) => job.cancel(toAdminError(error)))
  }
  const timer = isShort ? setTimeout(late, SHORT_MS) : undefined
  return (error) => {
    clearTimeout(timer)
    const leave = (): void => {
      if (error === undefined) job.succeed(null)
      else job.fail(toAdminError(error))
      jobs.ended(job, null)
    }
    taken?.then(leave, () => undefined)
  }
}

/** Of many tables so many are named, and of long names so many characters told. */
const [NAMED, LONGEST] = [3, 300]

/**
 * What an operation works on, in the words in which it was asked for: tables, a schema, a file.
 *
 * @param input of the operation, as its schema allows it.
 * @returns null where it names nothing, as a statement does.
 */
export const objectOf = (input: Readonly<Record<string, unknown>>): string | null => {
  const object = namesIn(input)
  // What no text of a database can have may stand in names that nobody has looked at yet.
  return object?.slice(0, LONGEST).toWellFormed().replaceAll('\0', '\ufffd') ?? null
}

const namesIn = (input: Readonly<Record<string, unknown>>): string | undefined => {
  const text = (name: string): string | undefined => (typeof input[name] === 'string' ? input[name] : undefined)
  const place = (schema: string, table: string): string | undefined =>
    [text(schema), text(table)].filter((part) => part !== undefined).join('.') || undefined
  const pairs = [
    [place('schema1', 'table1'), place('schema2', 'table2')],
    [place('sourceSchema', 'sourceTable'), place('targetSchema', 'targetTable')],
    [text('schema1'), text('schema2')],
    [text('source'), text('target')],
  ]
  for (const [from, to] of pairs) if (from !== undefined && to !== undefined) return `${from} → ${to}`
  const names = listed(input['tables']) ?? listed(input['files'])
  const object = names
    ? [text('schema'), names].filter((part) => part !== undefined).join(': ')
    : place('schema', 'table')
  return object ?? text('file')
}

/** Names as a list, a text with commas or as the tables of files. */
const listed = (value: unknown): string | undefined => {
  const items: readonly unknown[] = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : []
  const names = items.map((item) => (typeof item === 'object' ? (item as { table?: unknown }).table : item))
  if (names.length === 0) return undefined
  const more = names.length > NAMED ? `, … (${String(names.length)})` : ''
  return `${names.slice(0, NAMED).map(String).join(', ')}${more}`
}
