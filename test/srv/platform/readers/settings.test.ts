import { readSettings } from '../../../../srv/platform/readers/settings.ts'

test('what is given counts, the rest is as it comes', () => {
  expect(readSettings({ processes: 5 })).toMatchObject({ processes: 5, timeoutMs: 20_000 })
  expect(readSettings({ processes: 0 }).processes).toBe(0)
})

test.each([
  [{ processes: 1 }, /readers.processes/],
  [{ processes: 2.5 }, /readers.processes/],
  [{ timeoutMs: 0 }, /readers.timeoutMs/],
  [{ waiting: '5' }, /readers.waiting/],
  [{ unheard: 1 }, /readers.unheard is not known/],
])('%j is refused by name', (settings, message) => {
  expect(() => readSettings(settings)).toThrow(message)
})
