/**
 * A few kills of the server on each engine, and of PostgreSQL itself, under writers and an importer; `npm run torture` has many.
 * @alone: kills servers under load.
 */
import { killUnderLoad, type Victim } from './support/kill-under-load.ts'

jest.setTimeout(120_000)

test.each<['sqlite' | 'postgres', Victim[]]>([
  ['sqlite', ['server', 'server']],
  ['postgres', ['server', 'database', 'database', 'server']],
])('%s: %j are killed, and nothing is lost or torn', async (database, victims) => {
  const { problems, acknowledgedWrites, acknowledgedImports } = await killUnderLoad(database, victims, 800, 1977)
  expect(problems).toEqual([])
  expect(acknowledgedWrites).toBeGreaterThan(0)
  expect(acknowledgedImports).toBeGreaterThan(0)
})
