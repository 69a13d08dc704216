/** Writes the pages of docs/operations that are made of the operations: `npm run docs`. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationPages } from './operation-pages.ts'

for (const [name, text] of operationPages())
  writeFileSync(join(import.meta.dirname, '../../docs/operations', name), text)
