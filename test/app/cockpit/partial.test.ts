/** Periods that data fills only in part. */
import { markPartial } from '../../../app/cockpit/src/pages/timeseries/partial.ts'

const at = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const months = ['2024-01-01', '2024-02-01', '2024-03-01'].map((day) => ({ time: at(day), value: 1 }))
const marked = (from: string, to: string): boolean[] =>
  markPartial(months, [at(from), at(to)], 'MONTH').map(({ isPartial }) => isPartial ?? false)

test('the first and the last month are incomplete where data begins or ends within them', () => {
  expect(marked('2024-01-01', '2024-03-31')).toEqual([false, false, false])
  expect(marked('2024-01-15', '2024-03-31')).toEqual([true, false, false])
  expect(marked('2024-01-01', '2024-03-10')).toEqual([false, false, true])
})

test('days that have a date and no hour are whole', () => {
  const days = [{ time: at('2024-01-01'), value: 1 }]
  expect(markPartial(days, [at('2024-01-01'), at('2024-01-01')], 'DAY')).toEqual(days)
})
