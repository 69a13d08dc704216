import { AdminError } from '../../core/errors.ts'
import { beforeDeadline, type Deadline } from '../deadline.ts'
import type { ResourcePool } from '../resource-pool.ts'
import type { UserAnswer, UserStatement } from '../user-statement.ts'
import type { ChildChannel } from './child-channel.ts'
import type { OpenTarget } from './protocol.ts'
import { MAX_MEMORY } from './run-user-statement.ts'

/** Has a statement of a user run in a process of its own, which is ended when its time is over or nobody waits for it. */
export const askUserStatement = async (
  pool: ResourcePool<ChildChannel>,
  deadline: Deadline,
  target: OpenTarget,
  { sql, rowLimit, isPlan, isAnalyzed, isOpen, closed }: UserStatement,
): Promise<UserAnswer> => {
  if (isAnalyzed)
    throw new AdminError('NOT_SUPPORTED', 'SQLite does not measure the steps of a statement: ask for its plan alone')
  const schemas: string[] = []
  for (const name of ['main', ...target.attachments.map((each) => each.name)])
    if (await isOpen(name)) schemas.push(name)
  const channel = await pool.acquire(deadline.signal)
  deadline.signal.addEventListener('abort', channel.destroy)
  try {
    return await beforeDeadline(
      channel.request('userStatement', { target, schemas, closed, sql, rowLimit, isPlan }),
      deadline,
    )
  } catch (error) {
    deadline.check()
    if (channel.isOpen) throw error
    const megabytes = String(MAX_MEMORY / 1_048_576)
    throw new AdminError('LIMIT_TOO_LARGE', `The statement was ended: it may take ${megabytes} MB of memory`)
  } finally {
    deadline.signal.removeEventListener('abort', channel.destroy)
    await pool.release(channel, channel.isOpen)
  }
}
