/** Mistakes that SAP HANA refuses, planted in what is sent to it: each has to be found, or the tests would let it pass. */
import { sessions } from '../../srv/admin/dialects/hana/monitoring.ts'
import type { HanaSystem } from '../support/hana/hana-system.ts'
import { MISTAKES } from '../support/hana/mistakes.ts'
import { RIGHT, WRONG } from '../support/hana/planted-statements.ts'
import { OPERATION_REQUESTS, OTHER_KIND_REQUESTS } from '../support/hana/operation-requests.ts'
import { filmHana } from '../support/hana/run-operations.ts'

const statements: string[] = []
let system: HanaSystem
beforeAll(async () => {
  const { double, run } = filmHana()
  system = double.system
  for (const { operation, input } of [...OPERATION_REQUESTS, ...OTHER_KIND_REQUESTS])
    await run(operation, input).catch(() => undefined) // some are refused, by right
  const ending = 'end' in sessions ? sessions.end.statement(4711, '').sql : ''
  const sent = [...double.sent.filter(({ problem }) => problem === undefined).map(({ sql }) => sql), ending]
  statements.push(...new Set(sent.map((sql) => sql.replace(/[ \n]+/g, ' ').trim())))
})

test('there are many, each of its own kind', () => {
  expect(new Set(MISTAKES.map(([kind]) => kind)).size).toBe(MISTAKES.length)
  expect(MISTAKES.length).toBeGreaterThan(100)
})

test.each(MISTAKES)('%s', (_kind, part, instead) => {
  const planted = statements.map((sql) => [sql, sql.replace(part, instead)] as const).filter(([a, b]) => a !== b)
  expect(planted).not.toHaveLength(0)
  const right = planted.filter(([sql]) => system.problemOf(sql) === null)
  expect(right).not.toHaveLength(0)
  expect(right.filter(([, other]) => system.problemOf(other) === null)).toEqual([])
})

describe('statements of anybody', () => {
  test('are many, each of its own kind', () => {
    expect(new Set(WRONG.map(([kind]) => kind)).size).toBe(WRONG.length)
    expect(WRONG.length).toBeGreaterThan(250)
  })

  test.each(WRONG)('with a mistake are refused: %s', (_kind, sql) => {
    expect(system.problemOf(sql)).not.toBeNull()
  })

  test.each(RIGHT)('without one are not: %s', (sql) => {
    expect(system.problemOf(sql)).toBeNull()
  })
})
