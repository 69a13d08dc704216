/**
 * Loaded into a server before everything else: at SIGUSR2 it writes, to the file that `COVERAGE_FILE` names, which files
 * of the project have run since the last time, a path on each line.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const { COVERAGE_FILE: file = '' } = process.env
const SOURCES = join(import.meta.dirname, '../../srv/')

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const tell = async (): Promise<void> => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const paths = result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => ranges[0]?.count))
    .map(({ url }) => fileURLToPath(url))
    .filter((path) => path.startsWith(SOURCES) && !path.includes('node_modules'))
  writeFileSync(
    file,
    paths
      .map((path) => path.slice(SOURCES.length))
      .sort()
      .join('\n'),
  )
}
process.on('SIGUSR2', () => void tell())
