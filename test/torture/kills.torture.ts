/** 50 kills of the server on each engine and 10 of PostgreSQL itself, under writers and an importer: 0 lost, 0 torn. */
import { killUnderLoad, type Victim } from '../support/kill-under-load.ts'

jest.setTimeout(1_800_000)

test.each([
  ['sqlite', 'server', 50, 1977],
  ['postgres', 'server', 50, 1980],
  ['postgres', 'database', 10, 1983],
] as const)('%s: %s, %i kills', async (database, victim, kills, seed) => {
  const victims = Array<Victim>(kills).fill(victim)
  const outcome = await killUnderLoad(database, victims, 2_000, seed)
  console.info(`${database}, ${victim} killed:`, { ...outcome, problems: outcome.problems.length })
  expect(outcome.problems).toEqual([])
})
