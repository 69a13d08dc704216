/** Workbooks with any damage: they are read as they were, or refused in words of ours, in a moment. */
import { createRecordReader } from '../../../../../srv/admin/core/transfer/row-reader.ts'
import { openFirstSheet } from '../../../../../srv/admin/core/xlsx/workbook-reader.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { bombs, type Damage, PARTS, wrongBytes, wrongHeaders, wrongParts, wrongStreams, zip } from '../../../../support/damaged-workbooks.ts' // prettier-ignore
import { execute, query } from '../../../../support/engines.ts'
import type { WireAnswer } from '../../../../support/http-client.ts'
import { runs } from '../../../../support/long.ts'
import { useTransfer } from '../../../../support/transfer.ts'

const LIMITS = { bytes: 10_000_000, ratio: 100 }
/** Far longer than any of them takes. */
const HANGS_MS = 20_000
/** The archive is damaged or too much, or what it says does not fit the table. */
const CODES = /^(?:INVALID_FILE_CONTENT|PAYLOAD_TOO_LARGE)$/
/** Words of libraries, of the engine, and of programmers. */
const FOREIGN =
  /Z_|ERR_|zlib|inflate|block type|distance|stored|unexpected end|undefined|null|NaN|TypeError|Range|Cannot/i

const rowsOf = async (file: Buffer): Promise<unknown[]> => {
  const range = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(file.subarray(start, end))
  }
  const first = await openFirstSheet(range, file.length, LIMITS)
  const reader = createRecordReader(first.format)
  const rows: unknown[] = []
  for await (const bytes of first.content()) reader.push(bytes, (row) => rows.push(row))
  reader.end((row) => rows.push(row))
  return rows
}

/** What becomes of each: how many of them are refused. */
const check = async (damages: readonly Damage[], isRight: (rows: unknown[]) => boolean): Promise<number> => {
  let refused = 0
  for (const [what, file] of damages) {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => {
      timer = setTimeout(resolve, HANGS_MS, 'hangs')
    })
    const seen = await Promise.race([rowsOf(file).catch((error: unknown) => error), late])
    clearTimeout(timer)
    if (Array.isArray(seen) && isRight(seen)) continue
    if (!(seen instanceof AdminError)) throw new Error(`${what}: ${String(seen)}`, { cause: seen })
    expect([what, seen.code, seen.message]).toEqual([
      what,
      expect.stringMatching(CODES),
      expect.not.stringMatching(FOREIGN),
    ])
    refused++
  }
  return refused
}

let file: Buffer
let whole: unknown[]
beforeAll(async () => {
  file = await zip(PARTS)
  whole = await rowsOf(file)
})
const isWhole = (rows: unknown[]): boolean => JSON.stringify(rows) === JSON.stringify(whole)

test('one without damage has its rows', () => {
  expect(whole).toEqual([
    ['id', 'title'],
    ['1', 'film 7919'],
    ['2', 'film 15838'],
    ['3', 'film 23757'],
  ])
})

test('bytes that are cut off, flipped, taken out, put in or doubled', async () => {
  const damages = wrongBytes(file, runs(13, 1))
  expect(await check(damages, isWhole)).toBeGreaterThan(damages.length / 2)
})

test('numbers of headers that are wrong', async () => {
  const damages = wrongHeaders(file)
  expect(damages.length).toBeGreaterThan(500)
  expect(await check(damages, isWhole)).toBeGreaterThan(100)
})

test('parts that are missing, or something else', async () => {
  const damages = await wrongParts()
  // What is a right archive may say something else.
  expect(await check(damages, () => true)).toBeGreaterThan(damages.length / 3)
})

test('streams that are no deflate, or another one', async () => {
  const damages = wrongStreams()
  expect(await check(damages, () => false)).toBe(damages.length)
})

test('what unpacks to far more than it is', async () => {
  const damages = await bombs()
  expect(await check(damages, () => false)).toBe(damages.length)
})

describe('at the door', () => {
  const transfer = useTransfer('SQLite in memory')
  beforeAll(() => execute(transfer.engine().database, 'CREATE TABLE film (id int, title text)'))
  const send = (workbook: Buffer): Promise<WireAnswer> => {
    transfer.put('damaged.xlsx', workbook)
    return transfer.importTable({ table: 'film', file: 'damaged.xlsx' })
  }

  test('one without damage is imported', async () => {
    expect((await send(file)).json).toMatchObject({ rowsInserted: 3 })
    await execute(transfer.engine().database, 'DELETE FROM film')
  })

  test('damage of each kind is answered by 400, and writes nothing', async () => {
    const [cut, , flipped] = wrongBytes(file, Math.floor(file.length / 2))
    const damages = [cut!, flipped!, ...(await bombs()), ...wrongStreams(), ...every(40, wrongHeaders(file))]
    for (const [what, workbook] of [...damages, ...every(8, await wrongParts())]) {
      const { status, json } = await send(workbook)
      if (status !== 200) {
        expect([what, status, json['code']]).toEqual([what, 400, expect.stringMatching(CODES)])
        expect([what, JSON.stringify(json)]).toEqual([what, expect.not.stringMatching(FOREIGN)])
      }
      const [left] = await query(transfer.engine().database, 'SELECT count(*) AS n FROM film')
      expect([what, left]).toEqual([what, { n: status === 200 ? (json['rowsInserted'] as number) : 0 }])
      await execute(transfer.engine().database, 'DELETE FROM film')
    }
  })
})

const every = (nth: number, damages: readonly Damage[]): Damage[] => damages.filter((_, index) => index % nth === 0)
