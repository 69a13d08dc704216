import { type Deadline, startDeadline } from '../../../../../srv/admin/database/deadline.ts'
import { type EncodedRows, Encoder, EncoderThread } from '../../../../../srv/admin/database/postgres/encoder/encoder.ts'
import type { ReadPlan } from '../../../../../srv/admin/core/transfer/row-reader.ts'

const size = { type: 'x', length: null, precision: null, scale: null }
const PLAN: ReadPlan = {
  format: { type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] },
  hasHeader: false,
  width: 2,
  columns: [
    { ...size, name: 'id', kind: 'integer', fileIndex: 0 },
    { ...size, name: 'title', kind: 'text', fileIndex: 1 },
  ],
  stored: { hasInfiniteValues: true, hasExactDecimals: true },
  showsValues: true,
}

const shown = ({ bytes, ends, lines, problems }: EncodedRows) => ({
  rows: Array.from(ends, (end, index) =>
    Buffer.from(bytes.subarray(index === 0 ? 0 : ends[index - 1], end)).toString(),
  ),
  lines: Array.from(lines),
  problems: problems.map(({ line }) => line),
})

test('rows are written for COPY, and each knows where it ends and its line', () => {
  const encoder = new Encoder(PLAN)
  expect(shown(encoder.push(Buffer.from('1,"a\tb\\\nc"\nx,y\n2,\n3,☃')))).toEqual({
    rows: ['1\ta\\tb\\\\\\nc\n', '2\t\\N\n'],
    lines: [1, 4],
    problems: [3],
  })
  expect(shown(encoder.end())).toEqual({ rows: ['3\t☃\n'], lines: [5], problems: [] })
})

test('a part of any size fits', () => {
  const text = '☃'.repeat(400_000)
  const encoder = new Encoder(PLAN)
  expect(shown(encoder.push(Buffer.from(`1,${text}\n2,x\n`))).rows).toEqual([`1\t${text}\n`, '2\tx\n'])
})

describe('in a thread', () => {
  const deadlines: Deadline[] = []
  afterEach(() => {
    for (const deadline of deadlines.splice(0)) deadline.dispose()
  })
  const start = (timeoutMs = 10_000): EncoderThread => {
    const deadline = startDeadline({ signal: new AbortController().signal, timeoutMs })
    deadlines.push(deadline)
    return new EncoderThread(PLAN, deadline)
  }
  const all = async (...sources: AsyncIterable<EncodedRows>[]) => {
    const rows: string[] = []
    for (const source of sources) for await (const part of source) rows.push(...shown(part).rows)
    return rows
  }

  test('the same comes out, in order', async () => {
    const thread = start()
    const parts = Array.from({ length: 10 }, (_, index) => thread.push(Buffer.from(`${String(index)},x\n`)))
    expect(await all(...parts, thread.finish())).toEqual(
      Array.from({ length: 10 }, (_, index) => `${String(index)}\tx\n`),
    )
    await thread.end()
  })

  test('what is wrong with the file comes out as it is', async () => {
    const thread = start()
    await expect(all(thread.push(Buffer.from('1,"x\n')), thread.finish())).rejects.toMatchObject({
      code: 'INVALID_FILE_CONTENT',
      details: 'Line 1: a quote is never closed',
    })
    await thread.end()
  })

  test('nobody waits for a thread that has ended', async () => {
    const thread = start()
    const parts = all(thread.push(Buffer.from('1,x\n')), thread.finish())
    await thread.end()
    await expect(parts).rejects.toMatchObject({ code: 'INTERNAL_ERROR' })
  })
})
