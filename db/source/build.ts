// Builds `db/data/` from the sources beside this file: `node db/source/build.ts`.
// With `--check` it writes nothing and exits with 1 where a file is not up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import cds from '@sap/cds'
import { buildCsvFiles } from './csv-files.ts'
import { readSources } from './read-sources.ts'

const modelFolder = join(import.meta.dirname, '..')
const dataFolder = join(modelFolder, 'data')

const files = buildCsvFiles(readSources(import.meta.dirname), await cds.load(modelFolder))
const changed = [...files].filter(([name, text]) => {
  const path = join(dataFolder, name)
  return !existsSync(path) || readFileSync(path, 'utf8') !== text
})

if (process.argv.includes('--check')) {
  for (const [name] of changed) console.error(`db/data/${name} is not up to date; run: npm run data`)
  process.exitCode = changed.length > 0 ? 1 : 0
} else {
  for (const [name, text] of changed) writeFileSync(join(dataFolder, name), text)
  console.log(`${String(files.size)} files, ${String(changed.length)} changed`)
}
