import type { WriteSession } from '../../database/session.ts'
import { AdminError } from '../../errors.ts'
import type { JsonObject, Operation, OperationContext, SessionContext } from '../operation.ts'
import { followSequences } from '../follow-sequences.ts'
import { readForms } from '../read-forms.ts'
import { type Changeable, findChangeable } from './change-rows/changeable.ts'
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
      const { changeable, outcomes } = await tryAll({ ...context, session }, input)
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
  run: async (context, input) => {
    try {
      return await context.database.write(context, async (session) => {
        const { changeable, outcomes } = await tryAll({ ...context, session }, input)
        const isFine = outcomes.every(({ conflict, problem }) => !conflict && !problem)
        const check = await session.deferredChecks(changeable.table)
        if (isFine) await check()
        throw new Undone(preview(context, changeable, outcomes, isFine))
      })
    } catch (error) {
      if (error instanceof Undone) return error.answer
      throw error
    }
  },
}

/** Ends a preview, which has done all that the changes would do. */
class Undone extends Error {
  readonly answer: JsonObject

  constructor(answer: JsonObject) {
    super('A preview is undone')
    this.answer = answer
  }
}

const tryAll = async (
  context: SessionContext<WriteSession>,
  input: Input,
): Promise<{ changeable: Changeable; outcomes: readonly Outcome[] }> => {
  const changeable = await findChangeable(context, input)
  const { table } = changeable
  const changes = readChanges(context, changeable, await readForms(context, table), input)
  const { rowChanges } = context.dialect
  if (!rowChanges) throw new Error('Rows of an engine that changes none are not changeable')
  const statements = new RowStatements(context.dialect, rowChanges, table)
  return { changeable, outcomes: await runChanges(context, statements, table, changes) }
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
  { user }: OperationContext,
  changeable: Changeable,
  outcomes: readonly Outcome[],
  canRun: boolean,
): JsonObject => ({
  ...head(changeable, outcomes),
  canRun,
  changes: outcomes.map(({ change, statement, row, conflict, problem }) => ({
    index: change.index,
    action: change.action,
    statement: statement.sql,
    parameters: [...(change.action === 'delete' ? [] : change.values), ...change.key].map(({ sent }) => sent as string),
    row,
    ...(conflict && { conflict: { ...conflict, columns: conflict.columns.map((each) => ({ ...each })) } }),
    ...(problem && { problem: { code: problem.code, message: problem.withReason(user.is('admin')).details } }),
  })),
})
