/** Milliseconds that one run takes of this thread alone. What a parser refuses it refuses by an error of its own. */
const timeOf = (run: () => unknown): number => {
  const start = process.threadCpuUsage()
  try {
    run()
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError || error instanceof ReferenceError) throw error
  }
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1_000
}

const leastOf = (runs: number, measure: () => number): number => Math.min(...Array.from({ length: runs }, measure))

/** A parser may take this for any text: below it nothing can be told of a busy machine. */
const FLOOR_MS = 60
/** Eight times the text takes eight times as long; 64 times as long if time grows with the square. */
const FACTOR = 8
const MARGIN = 3

const textOf = (start: string, unit: string, length: number, end: string): string =>
  start + unit.repeat(Math.ceil(length / unit.length)) + end

/**
 * Whether a parser's time grows faster than texts of repeated units do.
 *
 * @returns what was measured, if so. A text that takes no time to speak of is measured once.
 * @throws what a parser throws that is no refusal.
 */
export const growthOf = (
  parse: (text: string) => unknown,
  [start, unit, end]: readonly [start: string, unit: string, end: string],
  length: number,
): string | undefined => {
  const makeRun = (size: number) => {
    const text = textOf(start, unit, size, end)
    return () => parse(text)
  }
  const growth = growthOfRuns(makeRun, length)
  return growth && `${JSON.stringify([start, unit, end])} ×${length / unit.length}: ${growth}`
}

/** Whether the time that something takes grows faster than the number of things that it is about. */
export const growthOfRuns = (makeRun: (size: number) => () => unknown, size: number): string | undefined => {
  const long = makeRun(size)
  if (timeOf(long) < FLOOR_MS) return undefined
  const short = makeRun(size / FACTOR)
  const [shortMs, longMs] = [leastOf(5, () => timeOf(short)), leastOf(3, () => timeOf(long))]
  if (longMs < FLOOR_MS + MARGIN * FACTOR * shortMs) return undefined
  return `${shortMs.toFixed(1)} ms, then ${longMs.toFixed(1)} ms`
}
