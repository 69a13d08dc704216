import { inDryRun } from '../../core/dry-run.ts'
import type { WriteSession } from '../../database/session.ts'
import { AdminError } from '../../core/errors.ts'
import { inSession, type JsonObject, type Operation, type OperationContext, type SessionContext } from '../operation.ts'
import { seesReasons } from '../masking.ts'
import { followSequences } from '../follow-sequences.ts'
import { readForms } from '../read-forms.ts'
import { type Changeable, findChangeable } from '../row-changes.ts'
import { DATABASE } from '../choose-way.ts'
import { ofChange, readChanges } from './change-rows/read-changes.ts'
import { demandNone, type Outcome, runChanges } from './change-rows/run-changes.ts'
import { type Input, INPUT, OUTPUT, PREVIEW } from './change-rows/schemas.ts'
import { RowStatements } from './change-rows/statements.ts'
import { type Asked, previewByService, runByService } from './change-rows/through-service.ts'

/**
 * Inserts, changes and deletes single rows in one transaction: all of the changes, or none. A row that is not as it was read is
 * never changed.
 *
 * @throws AdminError `ROW_CHANGED` with `conflicts`, what was read beside what is there now; `CONSTRAINT_VIOLATION` and the like
 *   naming the change; see `findChangeable` and `readChanges`.
 * @see Ours: the contract has no such operation.
 */
export const changeRows: Operation<typeof INPUT> = {
  summary: 'Inserts, changes and deletes single rows of a table',
  input: INPUT,
  output: OUTPUT,
  tellsValues: true,
  mayConflict: true,
  run: async (context, input) => {
    const byService = await askedOfService(context, input)
    if (byService) return head(byService.changeable, await runByService(context, byService.asked))
    return context.database.write(context, async (session) => {
      const { changeable, outcomes } = await tryAll({ ...context, session }, input, false)
      demandNone(outcomes.flatMap(({ conflict }) => conflict ?? []))
      for (const { change, problem } of outcomes) if (problem) throw ofChange(change.index, problem)
      const inserted = outcomes.filter(({ change }) => change.action === 'insert')
      const columns = inserted.flatMap(({ change }) => change.values.map(({ column }) => column.name))
      if (columns.length > 0) await followSequences({ ...context, session }, changeable.table, columns)
      return head(changeable, outcomes)
    })
  },
}

/**
 * Does all changes and undoes them: what it tells is what would happen. What a service would do is not tried, since it may do
 * more than the database can undo: of that it tells what is known before.
 */
export const previewRows: Operation<typeof INPUT> = {
  summary: 'Tells what changes of single rows would do, without doing them',
  input: INPUT,
  output: PREVIEW,
  onlyReads: true,
  tellsValues: true,
  run: async (context, input) => {
    const byService = await askedOfService(context, input)
    if (byService)
      return preview(context, byService.changeable, await previewByService(context, byService.asked), undefined)
    return inDryRun(
      (work) => context.database.write(context, work),
      async (session: WriteSession) => {
        const { table } = await findChangeable({ ...context, session }, input)
        const check = await session.deferredChecks(table, 'declared')
        const { changeable, outcomes } = await tryAll({ ...context, session }, input, true)
        const isFine = outcomes.every(({ conflict, problem }) => !conflict && !problem)
        return preview(context, changeable, outcomes, isFine ? await refusalOf(check) : undefined)
      },
    )
  },
}

/** @returns why the database refuses all changes together, which it tells at the end of a transaction only. */
const refusalOf = (check: () => Promise<void>): Promise<AdminError | undefined> =>
  check().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof AdminError && error.code === 'CONSTRAINT_VIOLATION') return error
      throw error
    },
  )

/** What a service is to do; undefined where the table itself is changed. */
const askedOfService = async (
  context: OperationContext,
  input: Input,
): Promise<{ changeable: Changeable; asked: Asked } | undefined> => {
  const { application } = context
  if (!application || input.via === DATABASE) return undefined
  return inSession(context, async (within) => {
    const changeable = await findChangeable(within, input)
    const { entity, table } = changeable
    if (!entity) return undefined
    const { changes, statements } = await readAll(within, changeable, input)
    return { changeable, asked: { application, entity, table, changes, statements } }
  })
}

const tryAll = async (
  context: SessionContext<WriteSession>,
  input: Input,
  keepsRows: boolean,
): Promise<{ changeable: Changeable; outcomes: readonly Outcome[] }> => {
  const changeable = await findChangeable(context, input)
  const { table } = changeable
  const { changes, statements } = await readAll(context, changeable, input)
  return { changeable, outcomes: await runChanges(context, statements, table, changes, keepsRows) }
}

const readAll = async (context: SessionContext, changeable: Changeable, input: Input) => {
  const { dialect } = context
  const { table } = changeable
  const changes = readChanges(context, changeable, await readForms(context, table), input)
  if (!dialect.rowChanges) throw new Error('Rows of an engine that changes none are not changeable')
  return { changes, statements: new RowStatements(dialect, dialect.rowChanges, table) }
}

const head = ({ table, keys: [key = []], service, entity }: Changeable, outcomes: readonly Outcome[]): JsonObject => {
  const count = (action: string): number =>
    outcomes.filter(({ change, conflict, problem }) => change.action === action && !conflict && !problem).length
  return {
    ...{ schema: table.schema, table: table.name, keyColumns: key, service, via: entity?.name ?? DATABASE },
    ...{ rowsInserted: count('insert'), rowsUpdated: count('update'), rowsDeleted: count('delete') },
  }
}

const preview = (
  { dialect, user }: OperationContext,
  changeable: Changeable,
  outcomes: readonly Outcome[],
  refusal: AdminError | undefined,
): JsonObject => {
  const told = (error: AdminError): JsonObject => {
    const { code, details } = error.withReason(seesReasons(user, dialect.hides))
    return { code, message: details }
  }
  return {
    ...head(changeable, outcomes),
    canRun: !refusal && outcomes.every(({ conflict, problem }) => !conflict && !problem),
    ...(refusal && { problem: told(refusal) }),
    changes: outcomes.map(({ change, statement, row, conflict, problem }) => ({
      index: change.index,
      action: change.action,
      statement: statement.sql,
      parameters: [...(change.action === 'delete' ? [] : change.values), ...change.key].map(
        ({ sent }) => sent as string,
      ),
      row,
      ...(conflict && { conflict: { ...conflict, columns: conflict.columns.map((each) => ({ ...each })) } }),
      ...(problem && { problem: told(problem) }),
    })),
  }
}
