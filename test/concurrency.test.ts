/**
 * Operations that write run at once, on a SQLite file and on two servers that share a PostgreSQL: what they leave is what one of
 * their orders would have left, what was acknowledged is there, what was refused is not, and nobody is answered with a fault.
 * `SEED=… npx jest test/concurrency.test.ts` draws others; `npm run torture` has these and all pairs a hundred times each.
 */
import process from 'node:process'
import { criticalCombinations } from './support/concurrency/critical.ts'
import { draw, pairsOf, randomBy, triplesOf } from './support/concurrency/draw.ts'
import { type Operation, OPERATIONS } from './support/concurrency/operations.ts'
import { Races } from './support/concurrency/race.ts'
import { type Store, STORES } from './support/concurrency/store.ts'
import { isLong, runs } from './support/long.ts'

jest.setTimeout(600_000)

const SEED = Number(process.env['SEED'] ?? 1977)

describe.each(Object.keys(STORES))('on %s', (name) => {
  let store: Store
  let races: Races

  beforeAll(async () => {
    store = await STORES[name]!()
    races = await Races.on(store)
  })
  afterAll(() => store.stop())

  const problemsOf = async (combinations: readonly (readonly Operation[])[], rounds: number): Promise<string[]> => {
    const random = randomBy(SEED)
    const problems: string[] = []
    for (const combination of combinations) problems.push(...(await races.run(combination, rounds, random)))
    return problems
  }

  const critical = criticalCombinations(isLong ? 4 : 3)
  test.each(critical.map((combination) => [combination.map((each) => each.name).join(' | '), combination] as const))(
    '%s',
    async (_, combination) => {
      expect(await problemsOf([combination], runs(2, 40))).toEqual([])
    },
  )

  test(`pairs, drawn from seed ${String(SEED)}`, async () => {
    const pairs = pairsOf(OPERATIONS)
    const some = draw(pairs, runs(12, pairs.length), randomBy(SEED))
    expect(await problemsOf(some, 2)).toEqual([])
  })

  test(`triples, drawn from seed ${String(SEED)}`, async () => {
    const some = draw(triplesOf(OPERATIONS), runs(3, 60), randomBy(SEED))
    expect(await problemsOf(some, 2)).toEqual([])
  })
})
