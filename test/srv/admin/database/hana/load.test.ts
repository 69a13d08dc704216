import { loadByInsert } from '../../../../../srv/admin/database/hana/load.ts'
import type { LoadPlan, LoadStep, Written } from '../../../../../srv/admin/core/transfer/load.ts'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { AdminError, InsertError } from '../../../../../srv/admin/core/errors.ts'

const size = { length: null, precision: null, scale: null, nullable: true }
const plan = (changes: Partial<LoadPlan> = {}): LoadPlan =>
  ({
    format: { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] },
    hasHeader: true,
    width: 1,
    columns: [{ ...size, name: 'id', kind: 'integer', fileIndex: 0 }],
    stored: {},
    showsValues: true,
    onError: 'abort',
    checksEachRow: false,
    maxErrors: 100,
    batchSize: 4,
    ...changes,
  }) as unknown as LoadPlan

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield await Promise.resolve(Buffer.from(part))
}

/** Takes rows, but none of a batch with a value that it already has. */
const table = () => {
  const stored: Value[] = []
  const calls: number[] = []
  return {
    stored,
    calls,
    write: async (rows: readonly (readonly Value[])[]): Promise<Written> => {
      calls.push(rows.length)
      const values = rows.map(([value]) => value ?? null)
      if (values.some((value, index) => stored.includes(value) || values.indexOf(value) !== index))
        throw new InsertError(new AdminError('CONSTRAINT_VIOLATION', 'A value is there already'), null)
      stored.push(...values)
      return Promise.resolve({ inserted: rows.length, updated: 0, ignored: 0 })
    },
  }
}

const load = async (options: Partial<LoadPlan>, target: ReturnType<typeof table>, ...parts: string[]) => {
  const steps: LoadStep[] = []
  await loadByInsert({
    plan: plan(options),
    bytes: bytes(...parts),
    onStep: (step) => steps.push(step),
    write: target.write,
  })
  return {
    rowsRead: steps.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    rowsInserted: steps.reduce((sum, { rowsInserted }) => sum + rowsInserted, 0),
    lines: steps.flatMap(({ problems }) => problems.map(({ line }) => line)),
  }
}

test('rows go to the database in arrays of the asked size', async () => {
  const target = table()
  expect(await load({}, target, 'id\n1\n2\n3\n', '4\n5\n6\n')).toEqual({ rowsRead: 6, rowsInserted: 6, lines: [] })
  expect([target.calls, target.stored.map(Number)]).toEqual([
    [4, 2],
    [1, 2, 3, 4, 5, 6],
  ])
})

test('the rows around refused ones stay, and each refused one is named by its line', async () => {
  const target = table()
  const result = await load({ onError: 'skip' }, target, 'id\n1\n2\n1\nx\n3\n2\n4\n')
  expect(result).toEqual({ rowsRead: 7, rowsInserted: 4, lines: expect.arrayContaining([4, 5, 7]) })
  expect(target.stored.map(Number)).toEqual([1, 2, 3, 4])
})

test('under abort the first refused row ends it', async () => {
  await expect(load({}, table(), 'id\n1\n1\n')).rejects.toMatchObject({
    code: 'CONSTRAINT_VIOLATION',
    details: expect.stringContaining('Line 3') as string,
  })
})
