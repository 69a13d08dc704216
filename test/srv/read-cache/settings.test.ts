import { readSettings } from '../../../srv/read-cache/settings.ts'

test.each([false, null])('%j switches it off', (given) => {
  expect(readSettings(given)).toBeNull()
})

test('what is not set is as it comes, and what CAP adds to a service is no setting', () => {
  const plain = { bytes: 67_108_864, answerBytes: 1_048_576, maxAge: 60_000, triggers: false }
  expect([undefined, true, {}, { kind: 'x', impl: 'y' }].map(readSettings)).toEqual([plain, plain, plain, plain])
  expect(readSettings({ bytes: 0, maxAge: 5 })).toEqual({ ...plain, bytes: 0, maxAge: 5 })
  expect(readSettings({ triggers: true })).toEqual({ ...plain, triggers: true })
})

test.each([{ bytes: '1' }, { maxAge: -1 }, { maxAge: 1.5 }, { answerBytes: null }, { lag: 1 }, { triggers: 1 }, 'yes'])(
  '%j stops the start',
  (given) => {
    expect(() => readSettings(given)).toThrow(/cds\.requires\.read-cache/)
  },
)
