#!/usr/bin/env node
import process from 'node:process'
import { runCli } from './run-cli.ts'

void runCli(process.argv.slice(2), process).then((code) => {
  process.exitCode = code
})
