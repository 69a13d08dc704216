import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { JsonFile } from '../../../../srv/admin/catalog/registers.ts'

const base = mkdtempSync(join(tmpdir(), 'saga-json-'))
afterAll(() => {
  rmSync(base, { recursive: true })
})

test('its directory is made when something is written, not when it is read', async () => {
  const directory = join(base, 'not', 'there')
  const file = new JsonFile(directory, 'a.json')
  expect([file.read(), existsSync(directory)]).toEqual([undefined, false])
  await file.write(() => ['a'])
  expect(new JsonFile(directory, 'a.json').read()).toEqual(['a'])
})

test('what is written is what is there when its turn comes', async () => {
  const file = new JsonFile(base, 'turns.json')
  const names: number[] = []
  await Promise.all(
    [1, 2, 3].map((name) => {
      names.push(name)
      return file.write(() => names)
    }),
  )
  expect(readFileSync(join(base, 'turns.json'), 'utf8')).toBe('[1,2,3]\n')
})

test('who could not write may try again, and what was there stays', async () => {
  const file = new JsonFile(base, 'again.json')
  await file.write(() => 1)
  await expect(
    file.write(() => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(file.read()).toBe(1)
  await file.write(() => 2)
  expect(file.read()).toBe(2)
})

test('a file that cannot be read is told', () => {
  writeFileSync(join(base, 'broken.json'), '[[')
  expect(() => new JsonFile(base, 'broken.json').read()).toThrow(SyntaxError)
})
