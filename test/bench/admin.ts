/**
 * `npm run bench -- admin [--rows 1000000] [--runs 3] [--only sqlite|postgres] [--operation export,import]`: operations of the
 * administration API beside what one would use instead, in turn, on this machine. Ratios say more than seconds.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Engine } from './engines/engine.ts'
import { openPostgres } from './engines/postgres.ts'
import { openSqlite } from './engines/sqlite.ts'
import { compareData, dataDiff } from './operations/comparison.ts'
import { dumpTable, loadTable } from './operations/dump.ts'
import { duplicateDetection } from './operations/duplicates.ts'
import { exportTable } from './operations/export.ts'
import { importTable } from './operations/import.ts'
import { dataProfile } from './operations/profile.ts'
import { dataValidator } from './operations/validation.ts'
import { MEMORY } from './memory.ts'
import { formatFindings } from './report.ts'
import { type Finding, runOperation } from './run-operation.ts'
import { startServer } from './server.ts'

const ENGINES = { sqlite: openSqlite, postgres: openPostgres }
const OPERATIONS = {
  ...{ export: exportTable, import: importTable },
  ...{ compareData, dataDiff, dataProfile, duplicateDetection, dataValidator },
  // The last one drops the table, and makes it again.
  ...{ dump: dumpTable, load: loadTable },
}

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '3' },
    only: { type: 'string', default: Object.keys(ENGINES).join() },
    operation: { type: 'string', default: Object.keys(OPERATIONS).join() },
  },
})

const isAsked = (names: string, [name]: readonly [string, unknown]): boolean => names.split(',').includes(name)

const benchEngine = async (open: (rows: number) => Promise<Engine>): Promise<Finding[]> => {
  const rows = Number(values.rows)
  const folder = mkdtempSync(join(tmpdir(), 'saga-bench-files-'))
  const engine = await open(rows)
  try {
    const server = await startServer(engine, folder)
    const findings: Finding[] = []
    try {
      for (const [, operation] of Object.entries(OPERATIONS).filter((each) => isAsked(values.operation, each))) {
        const bench = { engine, server, folder, rows }
        const finding = await runOperation(bench, operation(bench), Number(values.runs))
        console.error(`${engine.name}: ${finding.operation} done`)
        findings.push(finding)
      }
    } finally {
      await server.stop()
    }
    return findings
  } finally {
    await engine.stop()
    rmSync(folder, { recursive: true })
  }
}

console.log(`${String(cpus().length)} × ${cpus()[0]?.model ?? 'unknown processor'}, Node ${process.version}`)
console.log(`${values.rows} rows, best time of ${values.runs}, worst of the rest; growth of the ${MEMORY}`)
const findings: Finding[] = []
for (const [, open] of Object.entries(ENGINES).filter((each) => isAsked(values.only, each)))
  findings.push(...(await benchEngine(open)))
console.log(formatFindings(findings))
