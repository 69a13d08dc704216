import type { Session, WriteOptions, WriteSession } from '../database/session.ts'
import { inDryRun } from '../core/dry-run.ts'
import type { Statement } from '../core/values.ts'
import type { Answers, MadeObject, Planner, SkippedObject, Step, StructurePlan } from '../dialects/structure.ts'
import { AdminError, type ErrorCode } from '../core/errors.ts'
import type { OperationContext } from './operation.ts'

/** What has been made, and the rows inserted into each table. */
export interface Outcome {
  /** With what turned out otherwise than planned. */
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
 * Plans and does all of it, or nothing. A dry run does all of it as well and undoes it: what it tells is what happens.
 *
 * @param finish runs last, before anything is committed; not in a dry run.
 */
export const runStructurePlan = async <Input>(
  context: OperationContext,
  options: Pick<WriteOptions, 'newSchema'> & { readonly isDry: boolean },
  planner: Planner<Input>,
  input: Input,
  finish: () => Promise<void>,
): Promise<Outcome> => {
  const { signal, timeoutMs } = context
  const { isDry, ...schema } = options
  const write = <T>(work: (session: WriteSession) => Promise<T>): Promise<T> =>
    context.database.write({ signal, timeoutMs, copiesRows: true, ...schema }, work)
  const work = async (session: WriteSession): Promise<Outcome> =>
    runSteps(context, session, await makePlan(session, planner, input))
  if (isDry) return inDryRun(write, work)
  return write(async (session) => {
    const outcome = await work(session)
    await finish()
    return outcome
  })
}

const runSteps = async (context: OperationContext, session: WriteSession, plan: StructurePlan): Promise<Outcome> => {
  const rows = new Map<string, number>()
  const changes: Change[] = []
  let rowsDone = 0
  for (const step of plan.steps) {
    const { phase, rowsOf, followUp, of } = step
    if (changes.some(({ object, isMade }) => object === of && !isMade)) continue
    context.progress(phase, rowsDone)
    const count = await runStep(session, step, changes).catch((error: unknown) => {
      throw rowsOf === undefined ? error : namingTable(error, rowsOf)
    })
    if (followUp)
      for (const row of await session.query(followUp.question)) await session.execute(followUp.statement(row))
    if (rowsOf === undefined) continue
    rows.set(rowsOf, count)
    rowsDone += count
  }
  context.progress('committing', rowsDone)
  return { plan: withChanges(plan, changes), rows }
}

/** An object that is made in another way than planned, or not at all. */
interface Change {
  readonly object: Pick<MadeObject, 'type' | 'name'>
  readonly note: string
  readonly isMade: boolean
}

/** Does a step, or what is to be done instead where the rows do not allow it. */
const runStep = async (session: WriteSession, { statement, otherwise }: Step, changes: Change[]): Promise<number> => {
  if (!otherwise) return session.execute(statement)
  const { object, refusals, ways } = otherwise
  const tried = async (each: Statement, codes: readonly ErrorCode[]): Promise<number | null> => {
    try {
      return await session.savepoint(() => session.execute(each))
    } catch (error) {
      if (error instanceof AdminError && codes.includes(error.code)) return null
      throw error
    }
  }
  const count = await tried(statement, refusals)
  if (count !== null) return count
  for (const way of ways) {
    const done = way.statement === null ? 0 : await tried(way.statement, [...refusals, ...UNKNOWN_WAY])
    if (done === null) continue
    changes.push({ object, note: way.note, isMade: way.statement !== null })
    return done
  }
  return session.execute(statement)
}

/** Not every release of an engine knows every way. */
const UNKNOWN_WAY = ['NOT_SUPPORTED', 'DATABASE_ERROR'] as const

const withChanges = (plan: StructurePlan, changes: readonly Change[]): StructurePlan => {
  const left = [...changes]
  const made = plan.made.flatMap((object): MadeObject[] => {
    const at = left.findIndex((each) => each.object.type === object.type && each.object.name === object.name)
    const [change] = at < 0 ? [] : left.splice(at, 1)
    if (!change) return [object]
    return change.isMade ? [{ ...object, note: change.note }] : []
  })
  const skipped = changes.flatMap(({ object, note, isMade }) => (isMade ? [] : [{ ...object, reason: note }]))
  return { ...plan, made, skipped: [...plan.skipped, ...skipped] }
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
