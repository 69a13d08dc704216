import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCheckFiles } from '../../../../srv/admin/host/check-files.ts'

const directory = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-checks-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

test('files of YAML are read by their names, and others are left alone', async () => {
  const folder = directory({ 'b.yml': 'B', 'a.yaml': 'A', 'notes.md': '#' })
  mkdirSync(join(folder, 'more'))
  expect(await readCheckFiles(folder)).toEqual([
    { name: 'a.yaml', text: 'A' },
    { name: 'b.yml', text: 'B' },
  ])
})

test('an application without such a directory has none', async () => {
  expect(await readCheckFiles(join(directory({}), 'checks'))).toEqual([])
})

test('what no person keeps is refused by its name', async () => {
  await expect(readCheckFiles(directory({ 'big.yaml': 'x'.repeat(300_000) }))).rejects.toThrow(/big\.yaml/)
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`${index}.yaml`, '']))
  await expect(readCheckFiles(directory(many))).rejects.toThrow(/200 files/)
})
