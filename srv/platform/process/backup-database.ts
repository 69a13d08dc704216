/**
 * Backs a SQLite file up while servers use it, or restores it while none does:
 * `node srv/platform/process/backup-database.ts save <backup> --profile sqlite`, and `restore <backup>`.
 */
import process from 'node:process'
import { parseArgs } from 'node:util'
import cds from '@sap/cds'
import { type DatabaseConfiguration, databaseFile } from './database.ts'
import { backUpFile, restoreFile } from './sqlite-backup.ts'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { profile: { type: 'string' } } })
const [action, backup] = positionals
// eslint-disable-next-line no-restricted-properties -- CAP reads it when it is asked for its settings, which is below
if (values.profile !== undefined) Object.assign(process.env, { CDS_ENV: values.profile })
const file = databaseFile((cds.env as unknown as { requires: { db?: DatabaseConfiguration } }).requires.db)

if (file === undefined) throw new Error('This is for SQLite files; deploy/README.md tells of other databases')
if (backup === undefined || (action !== 'save' && action !== 'restore'))
  throw new Error('How to use it: backup-database.ts save|restore <backup> [--profile <profile>]')
if (action === 'save') backUpFile(file, backup)
else await restoreFile(backup, file)
const [from, to] = action === 'save' ? [file, backup] : [backup, file]
process.stdout.write(`${from} is in ${to}\n`)
