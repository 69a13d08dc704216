import { inReferenceOrder } from '../core/transfer/reference-order.ts'
import { plain } from '../core/values.ts'
import type { WriteSession } from '../database/session.ts'
import { ask } from '../dialects/rows.ts'
import type { ForeignKeyMetadata } from '../dialects/metadata.ts'
import { AdminError } from '../core/errors.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'

type Context = SessionContext<WriteSession>

export interface KeyOrder<Task> {
  /** Tables that are referred to come first. */
  readonly tasks: readonly Task[]
  /** Tables refer to each other in a circle, so that keys have to wait until the rows of all are there. */
  readonly hasCycle: boolean
}

/** Sorts tasks so that the rows are there that others refer to. */
export const inKeyOrder = async <Task extends { readonly table: ResolvedTable }>(
  context: Context,
  tasks: readonly Task[],
): Promise<KeyOrder<Task> & { readonly early: readonly ForeignKeyMetadata[] }> => {
  if (tasks.length < 2) return { tasks, hasCycle: false, early: [] }
  const names = tasks.map(({ table }) => idOf(table.schema, table.name))
  const keys: ForeignKeyMetadata[] = []
  for (const schema of new Set(tasks.map(({ table }) => table.schema)))
    keys.push(...(await ask(context.session, context.dialect.catalog.foreignKeys, { schema, table: null })))
  const between = keys.filter(
    (key) =>
      key.isEnforced &&
      names.includes(idOf(key.schema, key.table)) &&
      names.includes(idOf(key.referencedSchema, key.referencedTable)),
  )
  const order = inReferenceOrder(
    names,
    between.map((key) => ({
      from: idOf(key.schema, key.table),
      to: idOf(key.referencedSchema, key.referencedTable),
    })),
  )
  const placeOf = (schema: string, table: string): number => order.indexOf(idOf(schema, table))
  const early = between.filter(
    (key) => placeOf(key.referencedSchema, key.referencedTable) > placeOf(key.schema, key.table),
  )
  const sorted = order.flatMap((id) => tasks.filter(({ table }) => idOf(table.schema, table.name) === id))
  return { tasks: sorted, hasCycle: early.length > 0, early }
}

const idOf = (schema: string, table: string): string => JSON.stringify([schema, table])

/**
 * Has keys wait until all rows are there.
 *
 * @returns what checks them, and has the database look at once again; it throws `CONSTRAINT_VIOLATION`.
 * @throws AdminError `NOT_SUPPORTED` where the database cannot wait.
 */
export const deferKeys = async (
  { session, dialect: { deferKeys: deferAll, keyTiming } }: Context,
  keys: readonly ForeignKeyMetadata[],
): Promise<() => Promise<void>> => {
  if (keys.length === 0) return () => Promise.resolve()
  const run = async (statements: readonly string[]): Promise<void> => {
    for (const sql of statements) await session.execute(plain(sql))
  }
  if (deferAll !== undefined) {
    await run([deferAll])
    return () => Promise.resolve()
  }
  if (!keyTiming)
    throw new AdminError(
      'NOT_SUPPORTED',
      `Tables refer to each other (${[...new Set(keys.map(({ table }) => `'${table}'`))].join(', ')}), and the database checks keys at once`,
    )
  const timed: { readonly key: ForeignKeyMetadata; readonly mayWait: boolean }[] = []
  for (const key of keys) timed.push({ key, mayWait: (await ask(session, keyTiming.mayWait, key))[0] === true })
  await run(timed.flatMap(({ key, mayWait }) => keyTiming.wait(key, mayWait)))
  return () => run([keyTiming.check, ...timed.flatMap(({ key, mayWait }) => keyTiming.restore(key, mayWait))])
}
