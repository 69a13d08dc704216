import fc from 'fast-check'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { writeWorkbook } from '../../../../../srv/admin/core/xlsx/workbook-writer.ts'
import { writeZip } from '../../../../../srv/admin/core/xlsx/zip-writer.ts'
import { openFirstSheet } from '../../../../../srv/admin/core/xlsx/workbook-reader.ts'
import { type ReadRange, ZipArchive } from '../../../../../srv/admin/core/xlsx/zip-reader.ts'
import { runs } from '../../../../support/long.ts'

const LIMITS = { bytes: 10_000_000, ratio: 100 }

async function* chunks<Chunk extends string | Uint8Array>(...parts: readonly Chunk[]): AsyncGenerator<Chunk> {
  for (const part of parts) yield await Promise.resolve(part)
}

const collect = async (source: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const parts: Uint8Array[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}

const rangesOf =
  (archive: Uint8Array): ReadRange =>
  (start, end) =>
    chunks(archive.subarray(start, end))

const open = (archive: Uint8Array, limits = LIMITS): Promise<ZipArchive> =>
  ZipArchive.open(rangesOf(archive), archive.length, limits)

const sheetOf = (archive: Uint8Array, limits = LIMITS): Promise<Buffer> =>
  openFirstSheet(rangesOf(archive), archive.length, limits).then((sheet) => collect(sheet.content()))

/** What is written is the archive's. */
const copy = <T extends string | Uint8Array>(part: T): T | Uint8Array =>
  typeof part === 'string' ? part : Uint8Array.from(part)

type Form = [isLarge?: boolean, plain?: { size: number; files: number }]

const zip = (files: Record<string, readonly (string | Uint8Array)[]>, ...form: Form): Promise<Buffer> =>
  collect(
    writeZip(
      Object.entries(files).map(([name, parts]) => ({ name, content: chunks(...parts.map(copy)) })),
      ...form,
    ),
  )

/** Archives of ZIP64, of which more or fewer numbers are where it has them. */
const LARGE: fc.Arbitrary<Form> = fc.oneof(
  fc.constant<Form>([]),
  fc.tuple(fc.constant(true), fc.record({ size: fc.nat(500), files: fc.nat(4) })),
)

test('files of an archive are read back as they were written', async () => {
  const files = fc.dictionary(
    fc.stringMatching(/^[a-zß]{1,8}(\/[a-z]{1,8})?$/),
    fc.array(fc.uint8Array({ maxLength: 2_000 })),
    {
      minKeys: 1,
      maxKeys: 4,
      noNullPrototype: true,
    },
  )
  await fc.assert(
    fc.asyncProperty(files, LARGE, async (contents, form) => {
      const archive = await open(await zip(contents, ...form))
      for (const [name, parts] of Object.entries(contents)) {
        expect(archive.has(name)).toBe(true)
        expect(await collect(archive.content(name))).toEqual(Buffer.concat(parts))
      }
    }),
    { numRuns: runs(4, 30) },
  )
})

test('a failure of the content ends the archive', async () => {
  const failing = async function* (): AsyncGenerator<string> {
    yield await Promise.resolve('x')
    throw new AdminError('DATABASE_ERROR', 'gone')
  }
  await expect(collect(writeZip([{ name: 'x', content: failing() }]))).rejects.toMatchObject({ code: 'DATABASE_ERROR' })
})

test('a damaged workbook is refused, wherever the damage is, and never read as something else', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `<row><c t="str"><v>text ${String(index * 7919)}</v></c></row>`)
  const archive = await collect(writeWorkbook([], false, chunks(...rows)))
  const whole = await sheetOf(archive)
  await fc.assert(
    fc.asyncProperty(fc.nat(archive.length - 1), fc.integer({ min: 1, max: 255 }), async (position, flip) => {
      const damaged = Buffer.from(archive)
      damaged[position] = (damaged[position] ?? 0) ^ flip
      const result = await sheetOf(damaged).catch((error: unknown) => error)
      if (result instanceof Buffer) expect(result).toEqual(whole)
      else expect(['INVALID_FILE_CONTENT', 'PAYLOAD_TOO_LARGE']).toContain((result as AdminError).code)
    }),
    { numRuns: runs(20, 300) },
  )
})

test('an archive that is cut off is refused', async () => {
  const archive = await collect(writeWorkbook([], false, chunks('<row/>')))
  for (const length of [0, 10, archive.length - 30, archive.length - 1])
    await expect(sheetOf(archive.subarray(0, length))).rejects.toMatchObject({ code: 'INVALID_FILE_CONTENT' })
})

test('what unpacks to far more than it was is refused before it fills the memory', async () => {
  const bomb = await zip({ x: Array<Uint8Array>(8).fill(Buffer.alloc(1_000_000)) })
  await expect(open(bomb).then((archive) => collect(archive.content('x')))).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    details: 'The workbook unpacks to more than 100 times its size',
  })
  const large = await open(bomb, { bytes: 1_000_000, ratio: 10_000 })
  await expect(collect(large.content('x'))).rejects.toMatchObject({
    details: 'The workbook unpacks to more than 1000000 bytes',
  })
})

test('an encrypted archive, and one without a sheet, are refused', async () => {
  const encrypted = await collect(writeWorkbook([], false, chunks('<row/>')))
  const directory = encrypted.indexOf(Buffer.from('PK\x01\x02'))
  encrypted[directory + 8] = 1
  await expect(sheetOf(encrypted)).rejects.toThrow(/is encrypted/)
  await expect(
    sheetOf(await zip({ 'xl/workbook.xml': ['<workbook/>'], 'xl/_rels/workbook.xml.rels': ['<r/>'] })),
  ).rejects.toThrow(/has no sheet/)
  await expect(sheetOf(await zip({ other: ['x'] }))).rejects.toThrow(/has no part 'xl\/workbook.xml'/)
})
