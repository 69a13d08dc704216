import type { Session, WriteOptions, WriteSession } from '../database/session.ts'
import type { Answers, MadeObject, Planner, SkippedObject, StructurePlan } from '../dialects/structure.ts'
import { AdminError } from '../errors.ts'
import type { OperationContext } from './operation.ts'

/** What has been made, and the rows inserted into each table. */
export interface Outcome {
  readonly plan: StructurePlan
  readonly rows: ReadonlyMap<string, number>
}

/** Asks what a plan needs to know. */
export const makePlan = async <Input>(
  session: Session,
  planner: Planner<Input>,
  input: Input,
): Promise<StructurePlan> => {
  const answers: Record<string, Answers[string]> = {}
  for (const [name, statement] of Object.entries(planner.questions(input)))
    answers[name] = await session.query(statement)
  return planner.plan(input, answers)
}

/**
 * Plans and does all of it, or nothing.
 *
 * @param finish runs last, before anything is committed.
 */
export const runStructurePlan = async <Input>(
  context: OperationContext,
  options: Pick<WriteOptions, 'newSchema'>,
  planner: Planner<Input>,
  input: Input,
  finish: () => Promise<void>,
): Promise<Outcome> => {
  const { signal, timeoutMs } = context
  return context.database.write({ signal, timeoutMs, ...options }, async (session) => {
    const plan = await makePlan(session, planner, input)
    const rows = await runSteps(context, session, plan)
    await finish()
    return { plan, rows }
  })
}

const runSteps = async (
  context: OperationContext,
  session: WriteSession,
  { steps }: StructurePlan,
): Promise<Map<string, number>> => {
  const rows = new Map<string, number>()
  let rowsDone = 0
  for (const { phase, statement, rowsOf, followUp } of steps) {
    context.progress(phase, rowsDone)
    const count = await session.execute(statement).catch((error: unknown) => {
      throw rowsOf === undefined ? error : namingTable(error, rowsOf)
    })
    if (followUp)
      for (const row of await session.query(followUp.question)) await session.execute(followUp.statement(row))
    if (rowsOf === undefined) continue
    rows.set(rowsOf, count)
    rowsDone += count
  }
  context.progress('committing', rowsDone)
  return rows
}

/** Engines do not tell which table's rows were refused. */
const namingTable = (error: unknown, table: string): unknown =>
  error instanceof AdminError && error.code === 'CONSTRAINT_VIOLATION'
    ? new AdminError(error.code, `The rows of '${table}' cannot be copied: ${error.details}`, { cause: error })
    : error

export const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)

export const countOf = ({ made }: StructurePlan, ...types: readonly MadeObject['type'][]): number =>
  made.filter(({ type }) => types.includes(type)).length

/** What is made and does something to objects besides. */
export const listNotes = ({ made }: StructurePlan) =>
  made.flatMap(({ type, name, note }) => (note === undefined ? [] : [{ type, name, note }]))

export const listSkipped = (skipped: readonly SkippedObject[]) =>
  skipped.map(({ type, name, reason }) => ({ type, name, reason }))
