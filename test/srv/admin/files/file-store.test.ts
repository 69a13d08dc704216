import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DirectoryStore } from '../../../../srv/admin/files/file-store.ts'

const directory = mkdtempSync(join(tmpdir(), 'saga-files-'))
const store = new DirectoryStore(directory, { fileBytes: 10, totalBytes: 100 })

afterAll(() => {
  rmSync(directory, { recursive: true })
})

const readAll = async (name: string): Promise<string> => {
  const file = await store.open(name)
  const chunks: Uint8Array[] = []
  for await (const chunk of file.read()) chunks.push(chunk)
  await file.close()
  return Buffer.concat(chunks).toString()
}

test('a file reads as long as it was when it was opened', async () => {
  const path = join(directory, 'grows.csv')
  writeFileSync(path, 'abc')
  const file = await store.open('grows.csv')
  writeFileSync(path, 'abcdef')
  let text = ''
  for await (const chunk of file.read()) text += Buffer.from(chunk).toString()
  await file.close()
  expect([file.sizeBytes, text]).toEqual([3, 'abc'])
})

test('a file that is too large is not opened', async () => {
  writeFileSync(join(directory, 'large.csv'), 'x'.repeat(11))
  await expect(store.open('large.csv')).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
})

test('text and bytes are written as they come', async () => {
  const chunks = (async function* () {
    yield 'ä'
    yield new Uint8Array([66])
  })()
  await store.create('new.csv', chunks, { overwrite: false, maxBytes: 10 })
  expect(await readAll('new.csv')).toBe('äB')
})

test('what a dead process left unfinished is removed after a day', async () => {
  for (const name of ['.unfinished-old', '.unfinished-new', '.other']) writeFileSync(join(directory, name), 'x')
  const yesterday = Date.now() / 1000 - 90_000
  for (const name of ['.unfinished-old', '.other']) utimesSync(join(directory, name), yesterday, yesterday)
  await store.removeAbandoned()
  expect(
    readdirSync(directory)
      .filter((name) => name.startsWith('.'))
      .sort(),
  ).toEqual(['.other', '.unfinished-new'])
})
