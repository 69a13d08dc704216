/** Files that are wider than any table: refused by their width, before anything is made of it. */
import { writeWorkbook } from '../../../../../srv/admin/core/xlsx/workbook-writer.ts'
import { columnLetters } from '../../../../../srv/admin/core/xlsx/sheet-styles.ts'
import { DIALECT_ENGINES, execute, query } from '../../../../support/engines.ts'
import { useTransfer } from '../../../../support/transfer.ts'

const names = (count: number, name = (index: number) => `c${index}`): string[] =>
  Array.from({ length: count }, (_, index) => name(index))

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
const workbook = async (rows: string): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of writeWorkbook([], true, one(rows))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const row = (cells: readonly (readonly [column: number, text: string])[], number: number): string =>
  `<row r="${number}">${cells
    .map(([column, text]) => `<c r="${columnLetters(column)}${number}" t="str">${text && `<v>${text}</v>`}</c>`)
    .join('')}</row>`

const object = (keys: readonly string[]): string => `{${keys.map((key) => `"${key}":1`).join()}}`

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { api, engine, importTable, put } = useTransfer(name)
  const load = async (file: string, content: string | Uint8Array, more: object = {}) => {
    put(file, content)
    return (await importTable({ table: 'narrow', file, ...more })).json
  }

  beforeAll(() => execute(engine().database, 'CREATE TABLE narrow (c0 VARCHAR(20), c1 VARCHAR(20))'))

  test.each([
    ['csv', `${names(300_000).join()}\n`],
    ['csv', `${names(10_001, (index) => `"${index}"`).join()}\n`],
    ['csv', `c0,c1\n${','.repeat(10_000)}\n`],
    ['json', `[${object(names(10_001))}]`],
    ['json', `[{"c0":[${names(100_001, String).join()}]}]`],
    ['ndjson', object(names(300_000))],
    ['ndjson', names(10_001, (index) => object([`k${index}`])).join('\n')],
    ['json', `[${object(names(1_001, (index) => `${index}${'x'.repeat(1_000)}`))}]`],
  ])('%s that is too wide is not valid, which is told before its columns are', async (format, content) => {
    expect(await load(`wide.${format}`, content)).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
      details: expect.stringMatching(/more than (?:10000|100000|1000000) /) as string,
    })
  })

  test('16,384 columns of a sheet are too many; empty ones behind the others are none', async () => {
    const all = names(16_384, () => 'x').map((text, column) => [column, text] as const)
    expect(await load('all.xlsx', await workbook(row(all, 1)))).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
      details: 'Line 1: a cell stands behind the first 10000 columns',
    })
    const styled = await workbook(
      row(
        [
          [0, 'c0'],
          [1, 'c1'],
          [16_383, ''],
        ],
        1,
      ) +
        row(
          [
            [1, 'a'],
            [16_383, ''],
          ],
          2,
        ),
    )
    expect(await load('styled.xlsx', styled, { truncate: true })).toMatchObject({ success: true, rowsInserted: 1 })
    expect(await query(engine().database, 'SELECT c0, c1 FROM narrow')).toEqual([{ c0: null, c1: 'a' }])
  })

  test('a row of a sheet with a value behind its columns is left out, with its line', async () => {
    const rows = [
      row(
        [
          [0, 'c0'],
          [1, 'c1'],
        ],
        1,
      ),
      row([[16_383, 'z']], 2),
      row([[0, 'b']], 3),
    ].join('')
    const { rowsInserted, errors } = await load('far.xlsx', await workbook(rows), { onError: 'skip', truncate: true })
    expect([rowsInserted, errors]).toMatchObject([
      1,
      [{ line: 2, message: 'the row has a value behind the 2 columns of the first one' }],
    ])
  })

  test('columns of one name are left alone, or refused in few words', async () => {
    const alike = `${names(10_000, () => 'x').join()},c0`.replace('x,', '')
    const line = ','.repeat(9_999)
    const { ignoredFileColumns } = await load('alike.csv', `${alike}\n${line}\n`, { matchMode: 'name', dryRun: true })
    expect(ignoredFileColumns).toHaveLength(9_999)
    const rivals = (await load('c.csv', `${names(10_000, () => 'C0').join()}\n${line}\n`))['details'] as string
    expect(rivals).toMatch(/^'C0'.* and 9990 more of the file could be 'c0'$/)
  })

  test('objects are read with their other members, each of which only one has', async () => {
    const rows = names(5_000, (index) => `{"c0":"${index}","k${index}":1}`).join('\n')
    const { rowsInserted, ignoredFileColumns } = await load('many.ndjson', rows, { matchMode: 'name', truncate: true })
    expect([rowsInserted, (ignoredFileColumns as unknown[]).length]).toEqual([5_000, 5_000])
    expect(await query(engine().database, 'SELECT c0, c1 FROM narrow WHERE c0 = $1'.replace('$1', "'4999'"))).toEqual([
      { c0: '4999', c1: null },
    ])
  })

  test('the time of an import ends while its file is looked through', async () => {
    const lines = '{"c0":"x"}\n'.repeat(3_000_000)
    const { code } = await load('long.ndjson', lines, { timeout: 1 })
    expect(code).toBe('OPERATION_TIMEOUT')
    const { json } = await api.send({ path: '/api/v1/me' })
    expect(json['code']).toBe('UNAUTHORIZED')
  })
})
