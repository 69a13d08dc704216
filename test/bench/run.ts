/**
 * `npm run bench -- [--rows 1000000] [--runs 3] [--only sqlite|postgres]`: export and import beside the tools of the
 * databases, comparisons beside a join written by hand, in turn, on this machine. The best run of each counts. Ratios say more than seconds.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openPostgres, openSqlite } from './engines.ts'
import type { BenchEngine } from './engines.ts'
import { measure } from './measure.ts'
import type { Measured } from './measure.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string' },
  },
})
const rows = Number(values.rows)
const HEADERS = { 'content-type': 'application/json', authorization: `Basic ${btoa('admin:admin')}` }

/** Three differences between the tables, and how one would look for them. */
const PLANTED = `UPDATE bench_copy SET title = 'other' WHERE number = 10; DELETE FROM bench_copy WHERE number = 20;
  DELETE FROM bench WHERE number = 30`
const JOIN = `SELECT count(*) FROM bench a FULL JOIN bench_copy b ON a.id = b.id
  WHERE a.id IS NULL OR b.id IS NULL OR ${['title', 'number', 'price', 'changed', 'note']
    .map((name) => `a.${name} IS DISTINCT FROM b.${name}`)
    .join(' OR ')}`

const bench = async (open: (rows: number) => Promise<BenchEngine>): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-bench-files-'))
  const engine = await open(rows)
  const server = spawn('cds-serve', ['--profile', engine.profile], {
    env: {
      ...process.env,
      ...engine.env,
      PORT: '0',
      HOST: '127.0.0.1',
      CDS_CONFIG: JSON.stringify({
        admin: { files: folder, schemas: join(folder, 'schemas'), limits: { importFileBytes: 1_000_000_000 } },
      }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  try {
    const url = await listening(server.stdout)
    const odata = `${url}/odata/v4/SagaFilm/Film?$top=20&$select=title`
    const toolFile = join(folder, 'tool.csv')
    const ourFile = join(folder, 'ours.csv')
    const exportTable = (limit: number): Promise<void> =>
      download(`${url}/api/v1/export`, { table: 'bench', limit, timeout: 600 }, ourFile)
    const importTable = (file: string): Promise<void> =>
      call(`${url}/api/v1/import`, { table: 'bench_copy', file, timeout: 600 })
    for (let warm = 0; warm < 3; warm++) {
      await exportTable(1_000)
      await fetch(odata)
      copyFileSync(ourFile, join(folder, 'warm.csv'))
      await importTable('warm.csv')
      engine.run('DELETE FROM bench_copy')
    }
    const pid = server.pid ?? 0
    const exports: Turn[] = []
    const imports: Turn[] = []
    for (let run = 0; run < Number(values.runs); run++) {
      exports.push({
        tool: engine.tool ? await seconds(() => engine.toolExport(toolFile)) : NaN,
        ours: await measure(pid, odata, () => exportTable(rows)),
      })
      if (engine.tool) {
        engine.run('DELETE FROM bench_copy')
        imports.push({ tool: await seconds(() => engine.toolImport(toolFile)), ours: undefined })
      }
      engine.run('DELETE FROM bench_copy')
      imports.push({ tool: NaN, ours: await measure(pid, odata, () => importTable('ours.csv')) })
    }
    engine.run(PLANTED)
    for (const operation of ['compareData', 'dataDiff']) {
      const turns: Turn[] = []
      const compare = (): Promise<void> =>
        call(`${url}/api/v1/${operation}`, { table1: 'bench', table2: 'bench_copy', timeout: 600 })
      for (let run = 0; run < Number(values.runs); run++)
        turns.push({
          tool: await seconds(() => {
            engine.run(JOIN)
          }),
          ours: await measure(pid, odata, compare),
        })
      report(engine, operation, turns, 2 * statSync(ourFile).size, 'join')
    }
    report(engine, 'export', exports, statSync(ourFile).size)
    report(engine, 'import', imports, statSync(ourFile).size)
  } finally {
    if (server.exitCode === null && server.pid) {
      process.kill(-server.pid, 'SIGTERM')
      await once(server, 'exit')
    }
    await engine.stop()
    rmSync(folder, { recursive: true })
  }
}

interface Turn {
  readonly tool: number
  readonly ours: Measured | undefined
}

const seconds = async (work: () => void): Promise<number> => {
  const start = performance.now()
  work()
  const time = (performance.now() - start) / 1_000
  // Nothing else ran meanwhile: connections that the server has closed must be noticed before they are used again.
  await setTimeout(100)
  return time
}

const listening = async (output: Readable): Promise<string> => {
  let text = ''
  for await (const chunk of output.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    const port = /listening on .*?:(\d+)/.exec(text)?.[1]
    if (port !== undefined) {
      output.resume()
      return `http://127.0.0.1:${port}`
    }
  }
  throw new Error(`The server has ended: ${text}`)
}

// Not by fetch: its streams cost as much as the export.
const download = async (url: string, body: object, file: string): Promise<void> => {
  const outgoing = request(url, { method: 'POST', headers: { ...HEADERS, accept: 'text/csv' } })
  outgoing.end(JSON.stringify(body))
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`Export answered ${String(answer.statusCode)}`)
  await pipeline(answer, createWriteStream(file, { highWaterMark: 1_048_576 }))
  if (!answer.complete) throw new Error('The export broke off')
}

const call = async (url: string, body: object): Promise<void> => {
  const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
}

const best = (times: readonly number[]): number => Math.min(...times.filter((time) => !Number.isNaN(time)))

/** @param rival what the tool's times are of. */
const report = (
  engine: BenchEngine,
  what: string,
  turns: readonly Turn[],
  bytes: number,
  rival = engine.tool,
): void => {
  const ours = turns.flatMap((turn) => turn.ours ?? [])
  const [ourTime, toolTime] = [best(ours.map((each) => each.seconds)), best(turns.map((turn) => turn.tool))]
  const most = (pick: (each: Measured) => number): string => Math.max(...ours.map(pick)).toFixed(0)
  console.log(
    `${engine.name} ${what} ${String(rows)} rows, ${(bytes / 1e6).toFixed(0)} MB: ${ourTime.toFixed(2)} s, ` +
      (rival
        ? `${rival} ${toolTime.toFixed(2)} s, ratio ${(ourTime / toolTime).toFixed(2)}`
        : 'no tool to compare with') +
      `; memory +${most((each) => each.memoryGrowthMiB)} MiB; OData p95 ${most((each) => each.odataP95Ms)} ms`,
  )
}

console.log(`${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
if (values.only !== 'postgres') await bench(openSqlite)
if (values.only !== 'sqlite') await bench(openPostgres)
