import { ValueTester } from '../../../../../../srv/admin/operations/analysis/data-validator/value-tester.ts'
import { AdminError } from '../../../../../../srv/admin/errors.ts'

const digits = { column: 0, test: { type: 'pattern', regex: '^[0-9]+$' } } as const
const broken = { column: 0, test: { type: 'pattern', regex: '(?=a)' } } as const
const heavy = { column: 0, test: { type: 'pattern', regex: '(x+x+)+y|(a?){200}(a?){200}b$' } } as const
const quiet = new AbortController().signal

test('tells which patterns it does not accept, and which rows fail the others', async () => {
  const tester = new ValueTester([digits, broken], quiet)
  expect(await tester.problems()).toEqual([null, expect.stringContaining('(?=')])
  expect(await tester.failures([['1', 'a', null, '']])).toEqual([[1, 3], []])
  expect(await tester.failures([['b']])).toEqual([[0], []])
  await tester.close()
})

test('compares texts in a range as numbers when the bounds are numbers, else by code points', async () => {
  const range = (min?: string, max?: string) =>
    ({
      column: 0,
      test: { type: 'range', ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
    }) as const
  const tester = new ValueTester([range('9', '10'), range('b'), range(undefined, '\uffff')], quiet)
  await tester.problems()
  expect(await tester.failures([['10', '9.5', '1e1', 'a', 'c', '😀']])).toEqual([[3, 4, 5], [0, 1, 2, 3], [5]])
  await tester.close()
})

test('is left in the middle of a value when nobody waits any more', async () => {
  const controller = new AbortController()
  const tester = new ValueTester([heavy], controller.signal)
  await tester.problems()
  const failures = tester.failures([Array.from({ length: 1_000 }, () => 'xa'.repeat(100_000))])
  controller.abort(new AdminError('OPERATION_CANCELLED', 'The client left'))
  await expect(failures).rejects.toThrow('The client left')
  await tester.close()
  await expect(tester.failures([])).rejects.toThrow('The client left')
})
