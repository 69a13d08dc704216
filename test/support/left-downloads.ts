/** Exports whose readers leave at any moment, and what must be left of that: nothing. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { as, until } from './admin-api.ts'
import { fillTable } from './engine-api.ts'
import { ENGINES, query } from './engines.ts'
import { type TransferApi, useTransfer } from './transfer.ts'

const RAW = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}
const ROWS = 16_000
const FORMATS = ['csv', 'ndjson', 'json', 'xlsx'] as const
type Format = (typeof FORMATS)[number]

/** How a download is made, as a request and its headers. */
interface Way {
  readonly name: string
  readonly isBackground?: true
  readonly headers: Readonly<Record<string, string>>
}

const waysOf = (format: Format): readonly Way[] => [
  ...(format === 'json' ? [] : [{ name: 'as it is', headers: { accept: RAW[format] } }]),
  { name: 'in JSON', headers: { accept: 'application/json' } },
  { name: 'as a job', isBackground: true, headers: { prefer: 'respond-async' } },
]

/** When a reader leaves: after so many milliseconds, having taken at most so many bytes. */
interface Moment {
  readonly afterMs: number
  readonly afterBytes: number
}

/** Leaves downloads of every format, so many times each, on every engine; fails when anything stays behind. */
export const describeLeftDownloads = (times: number, timeoutMs: number): void => {
  describe.each(Object.keys(ENGINES))('%s', (name) => {
    const transfer = useTransfer(name, { settings: { heavy: { perCaller: 3 } } })
    beforeAll(() => fill(transfer), 60_000)
    test.each(FORMATS)(`%s, left ${String(times)} times`, (format) => leaveOften(transfer, format, times), timeoutMs)
  })
}

/** Text that no packing makes short, so that each file is longer than all buffers on its way. */
const fill = ({ engine }: TransferApi): Promise<void> =>
  fillTable(
    engine(),
    'long',
    [
      { name: 'id', kind: 'integer', isKey: true },
      { name: 'title', kind: 'text' },
    ],
    Array.from({ length: ROWS }, (_, id) => [id, randomBytes(145).toString('base64').slice(0, 190)]),
  )

const leaveOften = async (transfer: TransferApi, format: Format, times: number): Promise<void> => {
  const ways = waysOf(format)
  const started = performance.now()
  const whole = await digest(transfer, format)
  const durationMs = performance.now() - started
  await atRest(transfer)
  const filesBefore = openFiles()
  for (let left = 0; left < times; left += ways.length) {
    const readers = ways.map((way) => ({ way, moment: anyMoment(durationMs) }))
    await Promise.all(readers.map(({ way, moment }) => leave(transfer, format, way, moment)))
    await atRest(transfer).catch((error: unknown) => {
      throw new Error(`Something stayed behind after ${JSON.stringify(readers)}`, { cause: error })
    })
  }
  expect(await digest(transfer, format)).toBe(whole)
  await atRest(transfer)
  // Processes that were ended come again when they are needed: a few more or less mean nothing.
  expect(openFiles()).toBeLessThan(filesBefore + 12)
}

/** Half of them while the first bytes are made, half of them at any moment. */
const anyMoment = (durationMs: number): Moment => ({
  afterMs: Math.round(Math.random() * durationMs * (Math.random() < 0.5 ? 0.1 : 1)),
  afterBytes: Math.random() < 0.5 ? Infinity : Math.round(Math.random() * 1_000_000),
})

const ask = (format: Format): string => JSON.stringify({ table: 'long', format, limit: ROWS })

const digest = async ({ exportTable }: TransferApi, format: Format): Promise<string> => {
  const { status, text } = await exportTable({ table: 'long', format, limit: ROWS })
  expect(status).toBe(200)
  return createHash('sha256').update(text).digest('hex')
}

const leave = async (transfer: TransferApi, format: Format, way: Way, moment: Moment): Promise<void> => {
  if (way.isBackground) return cancelJob(transfer, format, way, moment)
  const { port } = transfer.api
  const headers = { ...as('operator'), 'content-type': 'application/json', ...way.headers }
  const outgoing = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/v1/export', agent: false, headers })
  let bytes = 0
  outgoing.on('error', () => undefined)
  outgoing.on('response', (incoming) => {
    incoming.on('error', () => undefined)
    // A reader that has enough takes nothing more for a while: the server waits for it then.
    incoming.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > moment.afterBytes) incoming.pause()
    })
  })
  outgoing.end(ask(format))
  await setTimeout(moment.afterMs)
  outgoing.destroy()
}

const cancelJob = async (
  { api, exportTable }: TransferApi,
  format: Format,
  { headers }: Way,
  { afterMs }: Moment,
): Promise<void> => {
  const { operationId } = (await exportTable({ table: 'long', format, limit: ROWS }, headers)).json
  await setTimeout(afterMs)
  const path = `/api/v1/operations/${String(operationId)}`
  const { json } = await api.send({ method: 'DELETE', path, headers: as('operator') })
  const file = (json['result'] as { file: { name: string } } | undefined)?.file.name
  if (file !== undefined) await api.send({ method: 'DELETE', path: `${path}/file`, headers: as('operator') })
}

/** No job runs, every connection is free, no transaction is open, no half of a file is left. */
const atRest = async ({ api, engine }: TransferApi): Promise<void> => {
  const { database, server } = engine()
  await until(async () => {
    const { operations } = (await api.send({ path: '/api/v1/operations', headers: as('operator') })).json
    return (operations as { status: string }[]).every(({ status }) => status !== 'running')
  })
  await until(() => {
    const { busy, waiting } = database.usage()
    return busy + waiting === 0
  })
  expect(readdirSync(api.files).filter((name) => name.startsWith('.unfinished'))).toEqual([])
  if (server)
    await until(async () => {
      const sql = `SELECT state FROM pg_stat_activity WHERE application_name = 'admin-api' AND state <> 'idle' AND pid <> pg_backend_pid()`
      return (await query(database, sql)).length === 0
    })
}

/** Of this process, where the system tells. */
const openFiles = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
