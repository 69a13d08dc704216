import { setTimeout as delay } from 'node:timers/promises'
import type { Application, ApplicationTransaction, EntityRow } from '../../../core/application.ts'
import type { JsonObject, OperationContext, ResolvedTable, SessionContext } from '../../operation.ts'
import type { Statement } from '../../../core/values.ts'
import type { WriteSession, Row } from '../../../database/session.ts'
import { AdminError } from '../../../core/errors.ts'
import { PASS_BY, type ServedEntity } from '../../choose-way.ts'
import { inChange, ofChange } from './read-changes.ts'
import { demandNone, lockInOrder, type Looking, lookAt, type Outcome, Room } from './run-changes.ts'
import { callOf, callStatement } from './service-calls.ts'
import type { Change, RowStatements } from './statements.ts'
import type { LentReads } from '../../../dialects/row-changes.ts'

/** Looks at rows by the connection of a transaction of the application, with values as our own sessions hand them over. */
export const lentSession = (
  transaction: Pick<ApplicationTransaction, 'query'>,
  lent: LentReads,
): Looking['session'] => {
  const run = ({ sql, parameters }: Statement): Promise<readonly EntityRow[]> => transaction.query(sql, parameters)
  return {
    query: async ({ sql, parameters, columns }) => {
      const { settings } = lent
      const [before] = settings ? await run(settings.read) : []
      if (settings) await run(settings.own)
      const rows = await run({ sql: lent.texts(sql, columns), parameters })
      // What the service reads and writes next is as it is used to it.
      if (settings && before) await run(settings.set(before))
      return rows.map((row): Row =>
        Object.fromEntries(columns.map((name, index) => [name, lent.value(row[`v${index}`], row[`t${index}`])])),
      )
    },
  }
}

/** What a service is to do. */
export interface Asked {
  readonly application: Application
  readonly entity: ServedEntity
  readonly table: ResolvedTable
  readonly changes: readonly Change[]
  readonly statements: RowStatements
}

/** How long a write of SQLite waits for the lock, and how often it asks: connections of the application may not wait at all. */
const LOCK = { timeoutMs: 5_000, pauseMs: 20 } as const

/**
 * Has a service make changes, in one transaction of the application. Each row is locked and held against what was read by the
 * connection of that transaction: before anything of the service runs, and again before its change, since what the service did
 * for those before it may have changed it too.
 *
 * @throws AdminError `ROW_CHANGED`; what the service refuses, with the number of the change.
 */
export const runByService = async (context: OperationContext, asked: Asked): Promise<Outcome[]> => {
  const { application, entity, table, changes, statements } = asked
  const calls = changes.map((change) => inChange(change.index, () => callOf(entity, change)))
  const lent = context.dialect.rowChanges?.lent
  if (!lent) throw new Error('Rows of an engine that changes none are not changeable')
  return application.transaction(entity.name, context, async (transaction) => {
    for (const statement of lent.begin(statements.table, context.timeoutMs))
      await whenUnlocked(context.signal, () => run(transaction, statement))
    const looking: Looking = { ...context, session: lentSession(transaction, lent) }
    await lockInOrder(looking, statements, changes)
    demandNone(await conflictsOf(looking, asked))
    const outcomes: Outcome[] = []
    for (const { change, key, row } of calls) {
      if (change.action !== 'insert') {
        const { conflict } = await lookAt(looking, statements, table, change)
        demandNone(conflict ? [conflict] : [])
      }
      await byTheService(change, async () => {
        const editor = await editorOf(transaction, asked, change)
        if (editor) throw editor
        if (change.action === 'insert') await transaction.insert(entity.name, row)
        else if (change.action === 'update') await transaction.update(entity.name, key, row)
        else await transaction.delete(entity.name, key)
      })
      outcomes.push({ change, statement: callStatement(entity, change), row: null })
      context.progress('changing', outcomes.length, changes.length)
    }
    return outcomes
  })
}

/** What is known before a service runs: rows that are not as read, drafts, and what it takes from nobody. */
export const previewByService = async (context: OperationContext, asked: Asked): Promise<Outcome[]> => {
  const { application, entity, changes } = asked
  const drafts = entity.rows.isDraftEnabled
    ? await application.transaction(entity.name, context, async (transaction) => {
        const found: (AdminError | undefined)[] = []
        for (const change of changes) found.push(await editorOf(transaction, asked, change))
        return found
      })
    : []
  return context.database.write(context, (session) => lookOnly({ ...context, session }, asked, drafts))
}

const lookOnly = async (
  context: SessionContext<WriteSession>,
  { entity, table, changes, statements }: Asked,
  drafts: readonly (AdminError | undefined)[],
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  const room = new Room(context.config.limits.operationResultBytes)
  const known = new Set(independent(changes))
  for (const [index, change] of changes.entries()) {
    const { row, conflict } = known.has(change)
      ? await lookAt(context, statements, table, change)
      : { row: null as JsonObject | null, conflict: undefined }
    room.take(row)
    room.take(conflict)
    const problem = problemOf(entity, change) ?? drafts[index]
    outcomes.push({
      ...{ change, statement: callStatement(entity, change), row },
      ...(conflict ? { conflict } : problem && { problem }),
    })
  }
  return outcomes
}

const problemOf = (entity: ServedEntity, change: Change): AdminError | undefined => {
  try {
    callOf(entity, change)
    return undefined
  } catch (error) {
    if (error instanceof AdminError) return error
    throw error
  }
}

/** Of all rows that are there before the first change. */
const conflictsOf = async (looking: Looking, { table, changes, statements }: Asked) => {
  const room = new Room(looking.config.limits.operationResultBytes)
  const conflicts = []
  for (const change of independent(changes)) {
    const { conflict } = await lookAt(looking, statements, table, change)
    room.take(conflict)
    if (conflict) conflicts.push(conflict)
  }
  return conflicts
}

/** Changes of rows that no change before them is of: what those will be then, nobody knows yet. */
const independent = (changes: readonly Change[]): Change[] => {
  const names = changes.find(({ key }) => key.length > 0)?.key.map(({ column }) => column.name) ?? []
  const seen = new Set<string>()
  return changes.filter(({ action, key, values }) => {
    const cells = action === 'insert' ? values : key
    const row = JSON.stringify(names.map((name) => String(cells.find(({ column }) => column.name === name)?.value)))
    const isFirst = !seen.has(row)
    seen.add(row)
    return isFirst && action !== 'insert'
  })
}

/** A row that somebody edits is left alone: what is activated later would overwrite the change. */
const editorOf = async (
  transaction: ApplicationTransaction,
  { entity }: Asked,
  change: Change,
): Promise<AdminError | undefined> => {
  if (!entity.rows.isDraftEnabled || change.action === 'insert') return undefined
  const user = await transaction.editorOf(entity.name, callOf(entity, { ...change, values: [] }).key)
  if (user === undefined) return undefined
  return new AdminError('REFUSED_BY_SERVICE', `${user === '' ? 'Somebody' : `'${user}'`} has a draft of it`)
}

const run = ({ query }: ApplicationTransaction, { sql, parameters }: Statement) => query(sql, parameters)

const whenUnlocked = async (signal: AbortSignal, work: () => Promise<unknown>): Promise<void> => {
  const end = performance.now() + LOCK.timeoutMs
  for (;;)
    try {
      await work()
      return
    } catch (error) {
      const isLocked = error instanceof AdminError && error.code === 'LOCK_TIMEOUT'
      if (!isLocked || signal.aborted || performance.now() > end) throw error
      await delay(LOCK.pauseMs)
    }
}

/** What a service refuses may be done all the same, if that is asked for. */
const byTheService = async ({ index }: Change, work: () => Promise<void>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof AdminError)) throw error
    const { code, details } = error
    throw ofChange(
      index,
      code === 'FORBIDDEN' || code === 'REFUSED_BY_SERVICE' ? new AdminError(code, `${details}; ${PASS_BY}`) : error,
    )
  }
}
