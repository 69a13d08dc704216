/** The check of a HANA, on a small one behind a server that speaks its protocol, by the real driver. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadDriver } from '../../srv/admin/database/hana/driver.ts'
import { fillFilms } from '../support/hana/film-system.ts'
import { HanaSystem } from '../support/hana/hana-system.ts'
import { fromList } from '../support/hana-socket/answers.ts'
import type { Answering, Canned } from '../support/hana-socket/answers.ts'
import { startHanaSocket } from '../support/hana-socket/server.ts'
import type { HanaSocket } from '../support/hana-socket/server.ts'
import { systemAnswers } from '../support/hana-socket/system-answers.ts'
import { checkHana } from './check-hana.ts'
import type { Line } from './check-hana.ts'
import { Report } from './report.ts'

/** What the small HANA does not know of the large one: references that are enforced, dates, and locks. */
const withHana = (...first: readonly Canned[]): Answering => {
  const system = new HanaSystem({})
  fillFilms(system)
  const small = systemAnswers(system)
  let locks = 0
  const known: readonly Canned[] = [
    ...first,
    { sql: /SET "DIRECTOR_ID" = 99/, error: { code: 461 } },
    { sql: /SET "RELEASED" = \?/, parameters: [{ name: '', type: 'DAYDATE' }] },
  ]
  return (sql, rows) => {
    if (rows !== null && /SET "TITLE" = \? WHERE "ID" = 1/.test(sql) && ++locks === 2) return { hangs: true }
    return fromList(known)(sql, rows) ?? small(sql, rows)
  }
}

let server: HanaSocket
const check = async (answers: Answering): Promise<Line[]> => {
  server = await startHanaSocket({ answers })
  const lines: Line[] = []
  for await (const line of checkHana(loadDriver(), server.credentials)) lines.push(line)
  return lines
}
afterEach(() => server.stop())

const failed = (lines: readonly Line[]) => lines.filter(({ problem, isAbsent }) => problem !== null && !isAbsent)

test('all that the API does with a HANA is tried, and nothing stays', async () => {
  const lines = await check(withHana())
  expect(failed(lines)).toEqual([])
  const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length
  expect(count('prepared')).toBeGreaterThan(100)
  expect(count('operation')).toBeGreaterThan(100)
  expect(count('trial')).toBe(10)
  expect(server.log.filter((sql) => sql.startsWith('DROP SCHEMA')).length).toBeGreaterThanOrEqual(4)
  expect(server.log).toContainEqual(expect.stringMatching(/^ALTER SYSTEM CANCEL SESSION/) as string)
}, 60_000)
