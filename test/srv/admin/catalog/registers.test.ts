import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copiedTables } from '../../../../srv/admin/catalog/registers.ts'

const directory = mkdtempSync(join(tmpdir(), 'saga-copies-'))
afterAll(() => {
  rmSync(directory, { recursive: true })
})

test('copies are remembered with what they were made from, by table or by schema, also after a restart', async () => {
  const copies = copiedTables(directory)
  await Promise.all([
    copies.add({ schema: 'main', name: 'crew' }, { schema: 'main', name: 'person' }),
    copies.add({ schema: 'clone', name: null }, { schema: 'main', name: null }),
    copies.add({ schema: 'clone', name: 'odd' }, { schema: 'main', name: 'person' }),
  ])
  for (const each of [copies, copiedTables(directory)]) {
    expect(await each.originOf({ schema: 'main', name: 'crew' })).toEqual({ schema: 'main', name: 'person' })
    expect(await each.originOf({ schema: 'clone', name: 'crew' })).toEqual({ schema: 'main', name: 'crew' })
    expect(await each.originOf({ schema: 'clone', name: 'odd' })).toEqual({ schema: 'main', name: 'person' })
    expect(await each.originOf({ schema: 'main', name: 'person' })).toBeUndefined()
  }
})

test('the first copy makes the directory', async () => {
  const copies = copiedTables(join(directory, 'not', 'there'))
  const person = { schema: 'main', name: 'person' }
  await copies.add({ schema: 'main', name: 'crew' }, person)
  expect(await copies.originOf({ schema: 'main', name: 'crew' })).toEqual(person)
})

test('a file that cannot be read is told when the server starts', () => {
  const broken = mkdtempSync(join(directory, 'broken-'))
  writeFileSync(join(broken, 'copied-tables.json'), '[[')
  expect(() => copiedTables(broken)).toThrow(SyntaxError)
})
