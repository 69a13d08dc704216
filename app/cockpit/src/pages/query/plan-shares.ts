/** A step of a plan as the API tells it: those that it is made of come behind it, deeper by one. */
interface Step {
  readonly depth: number
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

/** What a step itself takes of all that the statement does, from 0 to 1, without the steps that it is made of. */
export interface PlanShares {
  /** Of the cost that the database estimates. */
  readonly cost?: number
  /** Of the time that was measured, and how much that is. */
  readonly time?: number
  readonly milliseconds?: number
  /** Rows that were estimated and those that came, each time that the step ran. */
  readonly rows?: { readonly estimated: number; readonly actual: number; readonly isFarOff: boolean }
}

const COST = 'Total Cost'
const [TIME, LOOPS] = ['Actual Total Time', 'Actual Loops']
const [ESTIMATED, ACTUAL] = ['Plan Rows', 'Actual Rows']
/** An estimate that is wrong by more than this leads to a plan for another amount of data. */
const FAR = 10

/** The shares of each step; engines that tell no figures have none. */
export const planShares = (steps: readonly Step[]): readonly PlanShares[] => {
  const costs = steps.map((step) => numberIn(step, COST))
  const times = steps.map((step) => {
    const [time, loops] = [numberIn(step, TIME), numberIn(step, LOOPS)]
    return time === undefined ? undefined : time * (loops ?? 1)
  })
  const [ownCosts, ownTimes] = [costs, times].map((all) => ownOf(steps, all))
  return steps.map((step, at) => {
    const [cost, milliseconds] = [ownCosts?.[at], ownTimes?.[at]]
    const [estimated, actual] = [numberIn(step, ESTIMATED), numberIn(step, ACTUAL)]
    return {
      ...(cost !== undefined && { cost: shareOf(cost, costs) }),
      ...(milliseconds !== undefined && { milliseconds, time: shareOf(milliseconds, times) }),
      ...(estimated !== undefined && actual !== undefined && { rows: compared(estimated, actual) }),
    }
  })
}

/** Whether the statement was run for it. */
export const isMeasured = (steps: readonly Step[]): boolean => steps.some((step) => numberIn(step, TIME) !== undefined)

const numberIn = ({ facts }: Step, name: string): number | undefined => {
  const value = facts.find((fact) => fact.name === name)?.value
  return value === undefined || !Number.isFinite(Number(value)) ? undefined : Number(value)
}

/** Without what the steps directly below have; workers beside each other may have more than the step above them. */
const ownOf = (steps: readonly Step[], all: readonly (number | undefined)[]): (number | undefined)[] =>
  all.map((value, at) => {
    const depth = steps[at]?.depth ?? 0
    const end = steps.findIndex((step, index) => index > at && step.depth <= depth)
    const below = steps
      .slice(at + 1, end < 0 ? undefined : end)
      .reduce((sum, step, index) => sum + (step.depth === depth + 1 ? (all[at + 1 + index] ?? 0) : 0), 0)
    return value === undefined ? undefined : Math.max(0, value - below)
  })

const shareOf = (value: number, all: readonly (number | undefined)[]): number => {
  const most = Math.max(...all.map((each) => each ?? 0))
  return most > 0 ? Math.min(1, value / most) : 0
}

const compared = (estimated: number, actual: number): NonNullable<PlanShares['rows']> => {
  const [less, more] = [Math.min(estimated, actual), Math.max(estimated, actual)]
  return { estimated, actual, isFarOff: more / Math.max(1, less) >= FAR && more - less >= FAR }
}
