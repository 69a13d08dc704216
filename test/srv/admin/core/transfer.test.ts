import { escapeFormula } from '../../../../srv/admin/core/transfer/cell.ts'
import { LoadTally } from '../../../../srv/admin/core/transfer/load.ts'
import { type ReadPlan, type RowProblem, RowReader } from '../../../../srv/admin/core/transfer/row-reader.ts'
import type { Value } from '../../../../srv/admin/core/values.ts'

const size = { type: 'x', length: null, precision: null, scale: null }
const PLAN: ReadPlan = {
  format: { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] },
  hasHeader: true,
  width: 3,
  columns: [
    { ...size, name: 'number', kind: 'integer', fileIndex: 2 },
    { ...size, name: 'day', kind: 'date', fileIndex: 0 },
  ],
  stored: { hasInfiniteValues: false, hasExactDecimals: false },
  showsValues: true,
}

const read = (content: string, plan: Partial<ReadPlan> = {}) => {
  const rows: [readonly Value[], number][] = []
  const problems: RowProblem[] = []
  const reader = new RowReader(
    { ...PLAN, ...plan },
    { row: (values, line) => void rows.push([values, line]), problem: (problem) => void problems.push(problem) },
  )
  reader.push(Buffer.from(content))
  reader.end()
  return { rows, problems }
}

describe('reading rows', () => {
  test('takes the mapped fields in the order of the columns, below the header', () => {
    expect(read('a,b,c\n2024-02-29,x,7\n,x,\n').rows).toEqual([
      [['7', '2024-02-29'], 2],
      [[null, null], 3],
    ])
    expect(read('2024-02-29,x,7\n', { hasHeader: false }).rows).toHaveLength(1)
  })

  test('tells of each bad row its line and column, and goes on', () => {
    const { rows, problems } = read('a,b,c\n2024-02-30,x,7\n2024-02-29,x\n2024-02-29,x,8\n2024-02-29,x,y\n')
    expect(rows).toEqual([[['8', '2024-02-29'], 4]])
    expect(problems).toEqual([
      {
        line: 2,
        column: 'day',
        code: 'INVALID_FILE_CONTENT',
        message: '"2024-02-30" is not a date (YYYY-MM-DD)',
        value: '2024-02-30',
      },
      { line: 3, column: null, code: 'INVALID_FILE_CONTENT', message: 'the row has 2 fields, the header 3' },
      {
        line: 5,
        column: 'number',
        code: 'INVALID_FILE_CONTENT',
        message: '"y" is not a whole number of 64 bits',
        value: 'y',
      },
    ])
  })

  test('keeps values out of messages when told so', () => {
    const { problems } = read('a,b,c\nsecret,x,7\n', { showsValues: false })
    expect(problems[0]?.message).toBe('the value is not a date (YYYY-MM-DD)')
  })
})

describe('the tally', () => {
  const problem: RowProblem = { line: 7, column: 'day', code: 'INVALID_FILE_CONTENT', message: 'is not a date' }

  test('ends the load at the first bad row', () => {
    expect(() => new LoadTally({ onError: 'abort', maxErrors: 100 }).rejected(problem)).toThrow(
      "INVALID_FILE_CONTENT: Line 7, column 'day': is not a date",
    )
  })

  test('ends it when more rows are bad than may be', () => {
    const tally = new LoadTally({ onError: 'skip', maxErrors: 1 })
    tally.read(3)
    tally.wrote({ inserted: 1, updated: 2, ignored: 0 })
    tally.rejected(problem)
    expect(tally.take()).toEqual({
      rowsRead: 4,
      rowsInserted: 1,
      rowsUpdated: 2,
      rowsIgnored: 0,
      problems: [problem],
    })
    expect(tally.take()).toEqual({
      rowsRead: 0,
      rowsInserted: 0,
      rowsUpdated: 0,
      rowsIgnored: 0,
      problems: [],
    })
    expect(() => tally.rejected(problem)).toThrow(/IMPORT_REJECTED: More than 1 rows were rejected.*Line 7/)
  })
})

test('only what a spreadsheet would run is disarmed', () => {
  expect(escapeFormula('=1', 'text')).toBe("'=1")
  expect(escapeFormula('-1 day', 'other')).toBe('-1 day')
  expect(escapeFormula('-x', 'other')).toBe("'-x")
  expect(escapeFormula('-Infinity', 'float')).toBe('-Infinity')
})
