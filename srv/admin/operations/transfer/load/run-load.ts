import type { NotIncluded } from '../../../core/dump/manifest.ts'
import { undone } from '../../../core/undone.ts'
import { plain } from '../../../core/values.ts'
import type { WriteSession } from '../../../database/session.ts'
import { AdminError } from '../../../errors.ts'
import { followSequences } from '../../follow-sequences.ts'
import { deferKeys, inKeyOrder } from '../../key-order.ts'
import type { OperationContext, SessionContext } from '../../operation.ts'
import { compareTable, type Loaded, loadTable } from './load-table.ts'
import type { OpenDump } from './open-dump.ts'
import { type LoadPlan, planLoad } from './plan-load.ts'

type Context = SessionContext<WriteSession>

/** Does all of it in one transaction, or nothing; a dry run does it all and undoes it. */
export const runLoad = async (
  context: OperationContext,
  dump: OpenDump,
  { schema, dryRun }: { readonly schema: string | undefined; readonly dryRun: boolean },
): Promise<LoadPlan> => {
  const { signal, timeoutMs } = context
  const write = <T>(work: (session: WriteSession) => Promise<T>): Promise<T> =>
    context.database.write({ signal, timeoutMs, copiesRows: true }, work)
  const work = async (session: WriteSession): Promise<LoadPlan> => {
    const within = { ...context, session }
    const plan = await planLoad(within, dump.manifest, schema)
    return { ...plan, lost: [...plan.lost, ...(await fill(within, dump, plan))] }
  }
  const commit = async (session: WriteSession): Promise<LoadPlan> => {
    const done = await work(session)
    context.progress('committing', rowsOf(dump), rowsOf(dump))
    return done
  }
  try {
    return await (dryRun ? undone(write, work) : write(commit))
  } catch (error) {
    // Where the file itself is damaged, that is told, and nothing that it has led to.
    if (!signal.aborted) await dump.verify()
    throw error
  }
}

const fill = async (context: Context, dump: OpenDump, plan: LoadPlan): Promise<NotIncluded[]> => {
  const { session, names, dialect } = context
  await run(context, plan, 'tables')
  const loaded: Loaded[] = []
  const isForeign = dump.manifest.engine !== dialect.engine
  for (const { table: dumped, partitions } of plan.tables) {
    const isDivided = !isForeign && dump.manifest.tables.some(({ partOf }) => partOf.includes(dumped.name))
    const table = await names.table(session, plan.schema, dumped.name, 'write')
    loaded.push({ dumped, table, partitions, isDivided })
  }
  const lost: NotIncluded[] = []
  const checks: (() => Promise<void>)[] = []
  for (const { table } of loaded) checks.push(await session.deferredChecks(table))
  const { tasks, early } = await inKeyOrder(context, loaded)
  checks.unshift(await deferKeys(context, early))
  let rowsDone = 0
  const total = rowsOf(dump)
  for (const { table, dumped: whole, partitions } of tasks)
    for (const dumped of [whole, ...partitions])
      await loadTable(context, { table, dumped }, { read: () => dump.content(dumped), isForeign }, (count) => {
        rowsDone += count
        context.progress('loading', Math.min(rowsDone, total), total)
      })
  await run(context, plan, 'indexes')
  await run(context, plan, 'keys')
  for (const check of checks) await check()
  for (const { table } of tasks) await followSequences(context, table, table.columns.map(({ name }) => name)) // prettier-ignore
  for (const each of tasks) {
    context.progress('comparing', rowsDone, total)
    if (!(await compareTable(context, each, isForeign)))
      lost.push({ type: 'values', name: each.table.name, reason: 'Some are written otherwise here, or kept otherwise' })
  }
  return lost
}

const run = async (
  { session, progress }: Context,
  { statements }: LoadPlan,
  stage: LoadPlan['statements'][number]['stage'],
): Promise<void> => {
  for (const { sql, type, name } of statements.filter((each) => each.stage === stage)) {
    progress(`making ${stage}`)
    await session.execute(plain(sql)).catch((error: unknown) => {
      if (!(error instanceof AdminError)) throw error
      throw new AdminError(error.code, `What the dump has of ${type} '${name}' cannot be made: ${error.details}`, {
        cause: error,
        reason: error.reason,
      })
    })
  }
}

const rowsOf = ({ manifest }: OpenDump): number => manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
