import { basename } from 'node:path'
import { beforeDeadline, type Deadline, withDeadline } from '../deadline.ts'
import type { ResourcePool } from '../resource-pool.ts'
import type { Database, WorkOptions, WriteSession } from '../session.ts'
import { askUserStatement } from './ask-user-statement.ts'
import {
  listAttachments,
  withNewMemorySchema,
  withOldMemorySchema,
  NewSchemaFile,
  removeSchemaFile,
  removeUnfinished,
} from './attachments.ts'
import { type ChildChannel, childPools } from './child-channel.ts'
import { finishLog } from './statements.ts'
import { LocalChannel } from './local-channel.ts'
import { type MemoryConnection, MemorySnapshots } from './memory-snapshots.ts'
import type { Ask, Channel, OpenTarget } from './protocol.ts'
import { SqliteSession } from './session.ts'

const READING = { write: false, foreignKeys: true } as const

type Work<T> = (session: WriteSession) => Promise<T>

/** How many processes read at a time, and besides them for short reads, and for statements of users. */
const READERS = { readers: 2, short: 1, askers: 2 } as const
const LOCK_TIMEOUT_MS = 5_000 // of a write that waits for a lock

export interface SqliteFileOptions {
  /** Absolute path of the main database. */
  readonly file: string
  /** Directory of `<name>.sqlite` files, each a schema of that name. */
  readonly schemas: string
  readonly lockTimeoutMs?: number
  /** How long a process stays that nobody uses. */
  readonly idleMs?: number
}

/**
 * A database in a file. Readers see a snapshot and block nobody (write-ahead log); one unit of work writes at a time,
 * and writes of the application that meet its lock wait or fail as their own connection says.
 */
export const openSqliteFile = (options: SqliteFileOptions): Database => {
  const { file, schemas, lockTimeoutMs = LOCK_TIMEOUT_MS, idleMs } = options
  const target = (readOnly: boolean): OpenTarget => ({
    file,
    databaseName: basename(file),
    readOnly,
    attachments: listAttachments(schemas),
    lockTimeoutMs,
  })
  const { readers, short, askers, writers, usage, close } = childPools({ ...READERS, writers: 1 }, idleMs)
  removeUnfinished(schemas)
  /** Only the new file is written to: the application goes on writing to the main one. */
  const makeSchema = async <T>(deadline: Deadline, name: string, foreignKeys: boolean, work: Work<T>): Promise<T> => {
    let file: NewSchemaFile | undefined
    const open = (): OpenTarget => {
      const opened = target(false)
      file = new NewSchemaFile(schemas, name)
      return { ...opened, attachments: [...opened.attachments, file.attachment] }
    }
    // While the file is attached, SQLite's files beside it come and go.
    const detach = (channel: Channel): Promise<void> => channel.request('open', target(false))
    return useChild(writers, deadline, open, { write: false, foreignKeys }, work, {
      onDone: async (channel) => {
        if (file) await channel.request('execute', file.useWriteAheadLog)
        await detach(channel)
        file?.keep()
      },
      onFailed: async (channel) => {
        if (channel.isOpen) await detach(channel).catch(channel.destroy)
        if (!channel.isOpen) await channel.ended
        file?.remove()
      },
    })
  }
  return {
    isPersistent: true,
    read: (options, work) =>
      withDeadline(options, (deadline) =>
        useChild(options.isShort ? short : readers, deadline, () => target(true), READING, work),
      ),
    write: ({ newSchema, oldSchema, copiesRows, ...options }, work) =>
      withDeadline(options, async (deadline) => {
        if (newSchema !== undefined) return makeSchema(deadline, newSchema, !copiesRows, work)
        const result = await useChild(
          writers,
          deadline,
          () => target(false),
          { write: true, foreignKeys: !copiesRows },
          work,
        )
        if (oldSchema !== undefined) removeSchemaFile(schemas, oldSchema)
        return result
      }),
    ask: (options, statement) =>
      withDeadline(options, (deadline) => askUserStatement(askers, deadline, target(true), statement)),
    usage,
    close: async () => {
      await close()
      for (const each of [file, ...listAttachments(schemas).map((attachment) => attachment.file)]) finishLog(each)
    },
  }
}

/**
 * A database in memory. Readers see a copy of what is committed. Writing uses the one connection that there is, so
 * everybody else waits until the unit of work ends; a single statement cannot be stopped.
 */
export const openSqliteMemory = (memory: MemoryConnection): Database => {
  const { readers, short, askers, usage, close } = childPools(READERS)
  const snapshots = new MemorySnapshots(memory)
  const onSnapshot = <T>(
    options: WorkOptions,
    work: (deadline: Deadline, target: OpenTarget) => Promise<T>,
  ): Promise<T> =>
    withDeadline(options, async (deadline) => {
      const snapshot = await snapshots.acquire(deadline.signal)
      const { file, attachments } = snapshot
      try {
        const target = { file, databaseName: ':memory:', readOnly: true, attachments, lockTimeoutMs: LOCK_TIMEOUT_MS }
        return await work(deadline, target)
      } finally {
        snapshots.release(snapshot)
      }
    })
  return {
    isPersistent: false,
    read: (options, work) =>
      onSnapshot(options, (deadline, target) =>
        useChild(options.isShort ? short : readers, deadline, () => target, READING, work),
      ),
    ask: (options, statement) =>
      onSnapshot(options, (deadline, target) => askUserStatement(askers, deadline, target, statement)),
    write: ({ newSchema, oldSchema, copiesRows, ...options }, work) =>
      withDeadline(options, (deadline) =>
        memory.borrow(deadline.signal, (connection) => {
          const channel = new LocalChannel(connection)
          deadline.signal.addEventListener('abort', channel.destroy)
          const run = () => transact(channel, deadline, { write: true, foreignKeys: !copiesRows }, work)
          if (newSchema !== undefined) return withNewMemorySchema(connection, newSchema, run)
          return oldSchema === undefined ? run() : withOldMemorySchema(connection, oldSchema, run)
        }),
      ),
    usage,
    close: async () => {
      await close()
      snapshots.close()
    },
  }
}

/** What is to be done with the connection when the work was committed, and when it was not. */
interface Ends {
  onDone(channel: ChildChannel): Promise<void>
  onFailed(channel: ChildChannel): Promise<void>
}

const useChild = async <T>(
  pool: ResourcePool<ChildChannel>,
  deadline: Deadline,
  target: () => OpenTarget,
  mode: Ask<'begin'>,
  work: Work<T>,
  ends?: Ends,
): Promise<T> => {
  const channel = await pool.acquire(deadline.signal)
  const stop = (): void => {
    if (channel.isBusy) channel.destroy()
  }
  deadline.signal.addEventListener('abort', stop)
  try {
    await beforeDeadline(channel.request('open', target()), deadline)
    const result = await transact(channel, deadline, mode, work)
    await ends?.onDone(channel)
    return result
  } catch (error) {
    await ends?.onFailed(channel)
    throw error
  } finally {
    deadline.signal.removeEventListener('abort', stop)
    await pool.release(channel, channel.isOpen)
  }
}

const transact = async <T>(channel: Channel, deadline: Deadline, mode: Ask<'begin'>, work: Work<T>): Promise<T> => {
  let isCommitted = false
  await beforeDeadline(channel.request('begin', mode), deadline)
  try {
    const result = await work(new SqliteSession(channel, deadline))
    deadline.check()
    deadline.dispose() // from here on it is done or not done, never unknown
    await channel.request('end', { commit: true })
    isCommitted = true
    return result
  } finally {
    if (!isCommitted) await channel.request('end', { commit: false }).catch(() => undefined) // the first error counts
  }
}
