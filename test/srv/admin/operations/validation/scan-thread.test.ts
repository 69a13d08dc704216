import { ScanThread } from '../../../../../srv/admin/operations/validation/scan-rows.ts'
import type { TallyPlan } from '../../../../../srv/admin/operations/validation/row-tally.ts'
import type { ValueTest } from '../../../../../srv/admin/operations/validation/check.ts'
import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { runs } from '../../../../support/long.ts'

const quiet = new AbortController().signal

/** One column that all tests are about. */
const planFor = (tests: readonly ValueTest[], kind: ValueKind = 'text', more: Partial<TallyPlan> = {}): TallyPlan => ({
  columns: [kind],
  rules: tests.map((test) => ({ isSevere: true, test: { column: 0, test }, state: null })),
  maxErrors: 100,
  stopsOnFirstError: false,
  ...more,
})
const pattern = (regex: string): ValueTest => ({ type: 'pattern', regex })

/** As `streamText` gives it, with the constant that ends each row. */
const csv = (values: readonly (string | null)[]): Buffer =>
  Buffer.from(values.map((value) => `${value === null ? '' : `"${value.replaceAll('"', '""')}"`},1\r\n`).join(''))

const run = async (plan: TallyPlan, ...parts: readonly (readonly (string | null)[])[]) => {
  const thread = new ScanThread(plan, quiet)
  try {
    const problems = await thread.problems()
    for (const part of parts) await thread.push(csv(part))
    return { problems, ...(await thread.finish()) }
  } finally {
    await thread.close()
  }
}
const failing = ({ failures }: Awaited<ReturnType<typeof run>>, rule: number) =>
  failures.filter((failure) => failure.rule === rule).map(({ values: [value] }) => value)

test('tells which patterns it does not accept, and which rows fail the others', async () => {
  const found = await run(planFor([pattern('^[0-9]+$'), pattern('(?=a)')]), ['1', 'a', null, ''], ['b', '2'], [], ['c'])
  expect(found.problems).toEqual([null, expect.stringContaining('(?=')])
  expect(found).toMatchObject({ totalRows: 7, invalidRows: 4, isComplete: true })
  expect(found.outcomes).toEqual([
    { checked: 6, failed: 4 },
    { checked: 0, failed: 0, problem: expect.stringContaining('(?=') as string },
  ])
  expect(failing(found, 0)).toEqual(['a', '', 'b', 'c'])
})

test('compares texts in a range as numbers when the bounds are numbers, else by code points', async () => {
  const range = (min?: string, max?: string): ValueTest => ({
    type: 'range',
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
  })
  const found = await run(planFor([range('9', '10'), range('b'), range(undefined, '\uffff')]), [
    ...['10', '9.5', '1e1', 'a', 'c', '😀'],
  ])
  expect(failing(found, 0)).toEqual(['a', 'c', '😀'])
  expect(failing(found, 1)).toEqual(['10', '9.5', '1e1', 'a'])
  expect(failing(found, 2)).toEqual(['😀'])
})

test('reads values by the kind of their column, and texts where they are none of it', async () => {
  const never = pattern('never')
  const values = async (kind: ValueKind, texts: readonly string[]) =>
    failing(await run(planFor([never], kind), texts), 0)
  expect(await values('integer', ['-7', '9007199254740993', 'many'])).toEqual([-7, '9007199254740993', 'many'])
  expect(await values('float', ['1.5', '1e+21', 'Infinity', ''])).toEqual([1.5, 1e21, 'Infinity', ''])
  expect(await values('boolean', ['true', 'false', '2'])).toEqual([true, false, '2'])
  expect(await values('decimal', ['1.50'])).toEqual(['1.50'])
})

test('stops on the first row that fails, if it is to', async () => {
  const found = await run(planFor([pattern('^a')], 'text', { stopsOnFirstError: true }), ['a', 'b', 'c'], ['d'])
  expect(found).toMatchObject({
    totalRows: 2,
    invalidRows: 1,
    isComplete: false,
    outcomes: [{ checked: 2, failed: 1 }],
  })
})

test('is left in the middle of a value when nobody waits any more', async () => {
  const controller = new AbortController()
  const thread = new ScanThread(planFor([pattern('(x+x+)+y|(a?){200}(a?){200}b$')]), controller.signal)
  await thread.problems()
  await thread.push(csv(Array.from({ length: runs(100, 1_000) }, () => 'xa'.repeat(100_000))))
  const findings = thread.finish()
  controller.abort(new AdminError('OPERATION_CANCELLED', 'The client left'))
  await expect(findings).rejects.toThrow('The client left')
  await expect(thread.push(csv([]))).resolves.toBeUndefined()
  await expect(thread.finish()).rejects.toThrow('The client left')
  await thread.close()
})
