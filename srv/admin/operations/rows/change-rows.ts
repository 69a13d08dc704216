import { undone } from '../../core/undone.ts'
import type { WriteSession } from '../../database/session.ts'
import { AdminError } from '../../errors.ts'
import type { JsonObject, Operation, OperationContext, SessionContext } from '../operation.ts'
import { seesReasons } from '../database-of.ts'
import { followSequences } from '../follow-sequences.ts'
import { readForms } from '../read-forms.ts'
import { type Changeable, findChangeable } from '../changeable.ts'
import { ofChange, readChanges } from './change-rows/read-changes.ts'
import { type Outcome, runChanges } from './change-rows/run-changes.ts'
import { type Input, INPUT, OUTPUT, PREVIEW } from './change-rows/schemas.ts'
import { RowStatements } from './change-rows/statements.ts'

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
  run: (context, input) =>
    context.database.write(context, async (session) => {
      const { changeable, outcomes } = await tryAll({ ...context, session }, input, false)
      const conflicts = outcomes.flatMap(({ conflict }) => conflict ?? [])
      if (conflicts.length > 0)
        throw new AdminError(
          'ROW_CHANGED',
          `${conflicts.length === 1 ? 'A row is' : `${conflicts.length} rows are`} not as read: nothing is changed`,
          { conflicts },
        )
      for (const { change, problem } of outcomes) if (problem) throw ofChange(change.index, problem)
      const inserted = outcomes.filter(({ change }) => change.action === 'insert')
      const columns = inserted.flatMap(({ change }) => change.values.map(({ column }) => column.name))
      if (columns.length > 0) await followSequences({ ...context, session }, changeable.table, columns)
      return head(changeable, outcomes)
    }),
}

/** Does all changes and undoes them: what it tells is what would happen. */
export const previewRows: Operation<typeof INPUT> = {
  summary: 'Tells what changes of single rows would do, without doing them',
  input: INPUT,
  output: PREVIEW,
  onlyReads: true,
  tellsValues: true,
  run: (context, input) =>
    undone(
      (work) => context.database.write(context, work),
      async (session: WriteSession) => {
        const { table } = await findChangeable({ ...context, session }, input)
        const check = await session.deferredChecks(table, 'declared')
        const { changeable, outcomes } = await tryAll({ ...context, session }, input, true)
        const isFine = outcomes.every(({ conflict, problem }) => !conflict && !problem)
        return preview(context, changeable, outcomes, isFine ? await refusalOf(check) : undefined)
      },
    ),
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

const tryAll = async (
  context: SessionContext<WriteSession>,
  input: Input,
  keepsRows: boolean,
): Promise<{ changeable: Changeable; outcomes: readonly Outcome[] }> => {
  const changeable = await findChangeable(context, input)
  const { table } = changeable
  const changes = readChanges(context, changeable, await readForms(context, table), input)
  const { rowChanges } = context.dialect
  if (!rowChanges) throw new Error('Rows of an engine that changes none are not changeable')
  const statements = new RowStatements(context.dialect, rowChanges, table)
  return { changeable, outcomes: await runChanges(context, statements, table, changes, keepsRows) }
}

const head = ({ table, keys: [key = []], service }: Changeable, outcomes: readonly Outcome[]): JsonObject => {
  const count = (action: string): number =>
    outcomes.filter(({ change, conflict, problem }) => change.action === action && !conflict && !problem).length
  return {
    ...{ schema: table.schema, table: table.name, keyColumns: key, service },
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
