import fc from 'fast-check'
import type { DatabaseSession } from '../../../app/cockpit/src/api/sessions.ts'
import { type Waiting, waitTree } from '../../../app/cockpit/src/pages/sessions/wait-tree.ts'

const session = (number: number, ...blockedBy: readonly number[]): DatabaseSession => ({
  ...{ id: String(number), number, user: 'ada', application: null, client: null, state: 'active' },
  ...{ startedAt: null, transactionStartedAt: null, statementStartedAt: null, statement: null, waitsFor: null },
  blockedBy: [...blockedBy],
  isOwn: false,
})
const drawn = (waits: readonly Waiting[]): string =>
  waits.map(({ number, waiters }) => `${String(number)}${waiters.length > 0 ? `(${drawn(waiters)})` : ''}`).join(' ')

test.each([
  ['nobody waits', [session(1), session(2)], ''],
  ['a chain', [session(1), session(2, 1), session(3, 2)], '1(2(3))'],
  ['one waits for two', [session(1), session(2), session(3, 1, 2)], '1(3) 2'],
  ['the queue of a lock', [session(1), session(2, 1), session(3, 1, 2), session(4, 1, 2, 3)], '1(2 3 4)'],
  ['a prepared transaction blocks', [session(2, 0)], '0(2)'],
  ['a circle', [session(1, 2), session(2, 1)], '2(1)'],
])('%s', (_, sessions, expected) => {
  expect(drawn(waitTree(sessions))).toBe(expected)
})

test('a long queue is drawn at once', () => {
  const queue = Array.from({ length: 300 }, (_, number) => session(number, ...Array.from({ length: number }).keys()))
  expect(waitTree(queue)[0]?.waiters).toHaveLength(299)
})

test('every session that waits is told, whatever waits for what', () => {
  const blockers = fc.uniqueArray(fc.nat(7), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(blockers, { maxLength: 7 }), (all) => {
      const sessions = all.map((each, number) => session(number, ...each))
      const told = new Set(drawn(waitTree(sessions)).match(/\d+/g)?.map(Number))
      for (const { number, blockedBy } of sessions)
        if (blockedBy.some((blocker) => blocker !== number)) expect(told).toContain(number)
    }),
  )
})
