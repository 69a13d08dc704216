import fc from 'fast-check'
import { createZone } from '../../../../../srv/admin/core/time/zone.ts'
import { runs } from '../../../../support/long.ts'

const DAY = 86_400_000

test('between the settings of its clocks a zone keeps its offset', () => {
  const zones = ['Europe/London', 'Africa/Casablanca', 'America/Sao_Paulo', 'Africa/Cairo', 'Asia/Tehran']
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(1940, 0), max: Date.UTC(2090, 0) }),
      (name, from) => {
        const zone = createZone(name)
        const to = from + 300 * DAY
        const transitions = zone.transitions(from, to)
        for (let at = from; at <= to; at += DAY / 3) {
          const last = transitions.findLast(({ atMs }) => atMs <= at)
          expect(zone.offsetMs(at)).toBe(last ? last.afterMs : zone.offsetMs(from))
        }
        for (const { atMs, beforeMs, afterMs } of transitions)
          expect([zone.offsetMs(atMs - 1), zone.offsetMs(atMs)]).toEqual([beforeMs, afterMs])
      },
    ),
    { numRuns: runs(5, 20) },
  )
})

test('local mean time counts to the second', () => {
  expect(createZone('Europe/Berlin').offsetMs(Date.UTC(1880, 0))).toBe((53 * 60 + 28) * 1000)
})

test('a zone that does not exist is refused', () => {
  expect(() => createZone('Mars/Olympus')).toThrow('INVALID_PARAMETER')
})
