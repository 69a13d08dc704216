import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clonedSchemas } from '../../../../srv/admin/catalog/registers.ts'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'saga-schemas-'))
})
afterEach(() => {
  rmSync(directory, { recursive: true })
})

test('names added at a time are all there after a restart', async () => {
  const schemas = clonedSchemas(directory)
  await Promise.all(['b', 'a', 'c"', 'a'].map((name) => schemas.add(name)))
  const restarted = clonedSchemas(directory)
  expect(['a', 'b', 'c"', 'd', '__proto__'].map((name) => restarted.has(name))).toEqual([
    true,
    true,
    true,
    false,
    false,
  ])
})

test('a file that cannot be read stops the start', () => {
  writeFileSync(join(directory, 'cloned-schemas.json'), '{"a":1}')
  expect(() => clonedSchemas(directory)).toThrow(/not a list/)
})
