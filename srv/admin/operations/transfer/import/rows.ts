import { undone } from '../../../core/undone.ts'
import type { WriteSession } from '../../../database/session.ts'
import type { OperationContext } from '../../operation.ts'
import { AdminError } from '../../../errors.ts'
import { type ImportOptions, type ImportTask, type Prepared, prepareTask } from './prepare-task.ts'
import { type ImportOutcome, writeTasks, type WriteOptions } from './write-tasks.ts'

/**
 * Empties the tables if asked to and brings in the rows of all files, all or nothing; a dry run does it all and undoes it.
 *
 * @returns outcomes in the order of the tasks.
 */
export const importRows = async (
  context: OperationContext,
  options: ImportOptions,
  tasks: readonly ImportTask[],
): Promise<readonly ImportOutcome[]> => {
  const started = performance.now()
  try {
    return await writeRows(context, { ...options, checksEachRow: options.onError === 'skip' }, tasks)
  } catch (error) {
    if (!isViolation(error) || namesLine(error)) throw error
    // The database has looked at all rows at once: a second time, which is undone, it looks at each.
    const rest = { ...context, timeoutMs: Math.max(1, context.timeoutMs - (performance.now() - started)) }
    const found = await writeRows(rest, { ...options, dryRun: true, checksEachRow: true }, tasks).catch(
      (second: unknown) => second,
    )
    throw isViolation(found) && namesLine(found) ? found : error
  }
}

const isViolation = (error: unknown): error is AdminError =>
  error instanceof AdminError && error.code === 'CONSTRAINT_VIOLATION'

const namesLine = ({ details }: AdminError): boolean => /^(?:File '[^']*': )?Line \d/.test(details)

const writeRows = async (
  context: OperationContext,
  options: WriteOptions,
  tasks: readonly ImportTask[],
): Promise<readonly ImportOutcome[]> => {
  const write = <T>(work: (session: WriteSession) => Promise<T>): Promise<T> => context.database.write(context, work)
  const work = async (session: WriteSession): Promise<readonly ImportOutcome[]> => {
    const within = { ...context, session }
    const prepared: Prepared[] = []
    for (const task of tasks) prepared.push(await prepareTask(within, options, task))
    const checks: (() => Promise<void>)[] = []
    if (options.dryRun) for (const { target } of prepared) checks.push(await session.deferredChecks(target))
    const done = await writeTasks(within, options, prepared)
    for (const check of checks) await check()
    return prepared.flatMap((task) => done.get(task) ?? [])
  }
  return options.dryRun ? undone(write, work) : write(work)
}
