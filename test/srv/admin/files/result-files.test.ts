import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DirectoryStore } from '../../../../srv/admin/files/file-store.ts'
import { ResultFiles } from '../../../../srv/admin/files/managed-files.ts'

const directory = mkdtempSync(join(tmpdir(), 'saga-results-'))
afterAll(() => rmSync(directory, { recursive: true }))

const inside = join(directory, '.results')
const imports = new DirectoryStore(directory, { fileBytes: 100, totalBytes: 100 })
const results = new ResultFiles(new DirectoryStore(inside, { fileBytes: 100, totalBytes: 100 }), 60_000)
const all = results.besides(imports)

async function* text(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content)
}
const names = async (): Promise<string[]> => (await all.list()).map(({ name }) => name)
const contentOf = async (name: string): Promise<string> => {
  const file = await all.open(name)
  const parts: Uint8Array[] = []
  for await (const part of file.read()) parts.push(part)
  await file.close()
  return Buffer.concat(parts).toString()
}

test('results are listed, read and removed with the files for imports', async () => {
  expect(await names()).toEqual([])
  await all.create('b.csv', text('own'), { overwrite: false, maxBytes: 100 })
  await results.create('a-1.csv', text('result'), 100)
  expect(await names()).toEqual(['a-1.csv', 'b.csv'])
  expect([await contentOf('a-1.csv'), await contentOf('b.csv')]).toEqual(['result', 'own'])
  expect([existsSync(join(inside, 'a-1.csv')), existsSync(join(directory, 'b.csv'))]).toEqual([true, true])
  await all.remove('a-1.csv')
  expect(await names()).toEqual(['b.csv'])
  await expect(all.remove('a-1.csv')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
})

test('results that fill their room leave that of the others alone', async () => {
  await results.create('full-1.csv', text('x'.repeat(100)), 1_000)
  await expect(results.create('full-2.csv', text('x'), 1_000)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  await all.create('c.csv', text('x'.repeat(97)), { overwrite: false, maxBytes: 100 })
  await all.remove('c.csv')
})

test('a result whose time is over makes room for the next; files for imports stay', async () => {
  const past = new Date(Date.now() - 61_000)
  for (const path of [join(inside, 'full-1.csv'), join(directory, 'b.csv')]) utimesSync(path, past, past)
  await results.create('full-2.csv', text('x'.repeat(100)), 1_000)
  expect(await names()).toEqual(['b.csv', 'full-2.csv'])
  utimesSync(join(inside, 'full-2.csv'), past, past)
  await all.removeAbandoned()
  expect(await names()).toEqual(['b.csv'])
})
