/** What is critical, and all pairs of operations that write, a hundred times at once, and 2,000 triples, on each database. */
import { criticalCombinations } from '../support/concurrency/critical.ts'
import { draw, pairsOf, randomBy, triplesOf } from '../support/concurrency/draw.ts'
import { type Operation, OPERATIONS } from '../support/concurrency/operations.ts'
import { Races } from '../support/concurrency/race.ts'
import { STORES } from '../support/concurrency/store.ts'

jest.setTimeout(14_400_000)

const SEED = 1977

const CASES: readonly [kind: string, combinations: readonly (readonly Operation[])[], rounds: number][] = [
  ['critical', criticalCombinations(4), 100],
  ['pairs', pairsOf(OPERATIONS), 100],
  ['triples', draw(triplesOf(OPERATIONS), 2_000, randomBy(SEED)), 10],
]

describe.each(Object.keys(STORES))('on %s', (name) => {
  test.each(CASES)('%s', async (_, combinations, rounds) => {
    const store = await STORES[name]!()
    try {
      const races = await Races.on(store)
      const random = randomBy(SEED)
      const problems: string[] = []
      for (const combination of combinations) problems.push(...(await races.run(combination, rounds, random)))
      expect(problems).toEqual([])
    } finally {
      await store.stop()
    }
  })
})
