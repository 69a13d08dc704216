/** Which operations are tried together. */
import type { Operation } from './operations.ts'

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export const randomBy = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const meet = (a: Operation, b: Operation): boolean => a.touches.some((role) => b.touches.includes(role))

/** All pairs that have a row in common, an operation beside itself among them. */
export const pairsOf = (operations: readonly Operation[]): Operation[][] =>
  operations.flatMap((a, index) => operations.slice(index).flatMap((b) => (meet(a, b) ? [[a, b]] : [])))

/** All triples of which each has a row in common with another one. */
export const triplesOf = (operations: readonly Operation[]): Operation[][] =>
  pairsOf(operations).flatMap(([a, b]) =>
    operations.slice(operations.indexOf(b!)).flatMap((c) => (meet(a!, c) || meet(b!, c) ? [[a!, b!, c]] : [])),
  )

/** So many of them, each once at most. */
export const draw = <Item>(items: readonly Item[], count: number, random: () => number): Item[] =>
  items
    .map((item): [number, Item] => [random(), item])
    .toSorted(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, item]) => item)
