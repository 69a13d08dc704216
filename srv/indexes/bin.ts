#!/usr/bin/env node
import { Console } from 'node:console'
import process from 'node:process'
import { indexDatabase } from './index-database.ts'

// What CAP logs is not what was asked for: it would be among the statements.
globalThis.console = new Console(process.stderr)

indexDatabase(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)).catch((error: unknown) => {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
})
