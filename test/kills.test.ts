/** A few kills of the server on each engine, and of PostgreSQL itself, under writers and an importer; `npm run torture` has many. */
import { killUnderLoad } from './support/kill-under-load.ts'

jest.setTimeout(120_000)

test.each([
  ['sqlite', 'server', 2],
  ['postgres', 'server', 2],
  ['postgres', 'database', 2],
] as const)('%s: the %s is killed, and nothing is lost or torn', async (database, victim, kills) => {
  const { problems, acknowledgedWrites, acknowledgedImports } = await killUnderLoad(database, victim, kills, 1977)
  expect(problems).toEqual([])
  expect(acknowledgedWrites).toBeGreaterThan(0)
  expect(acknowledgedImports).toBeGreaterThan(0)
})
