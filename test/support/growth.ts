import type { Parse } from './parsers.ts'

/** Milliseconds that one run over a text takes of this thread alone. What a parser refuses it refuses by an error of its own. */
const timeOf = (parse: Parse, text: string): number => {
  const start = process.threadCpuUsage()
  try {
    parse(text)
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
  parse: Parse,
  [start, unit, end]: readonly [start: string, unit: string, end: string],
  length: number,
): string | undefined => {
  const long = textOf(start, unit, length, end)
  if (timeOf(parse, long) < FLOOR_MS) return undefined
  const short = textOf(start, unit, length / FACTOR, end)
  const [shortMs, longMs] = [leastOf(5, () => timeOf(parse, short)), leastOf(3, () => timeOf(parse, long))]
  if (longMs < FLOOR_MS + MARGIN * FACTOR * shortMs) return undefined
  return `${JSON.stringify([start, unit, end])} ×${length / unit.length}: ${shortMs.toFixed(1)} ms, then ${longMs.toFixed(1)} ms`
}
