/** Workbooks that something has happened to, on the way or on purpose. */
import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { writeZip } from '../../srv/admin/core/xlsx/zip-writer.ts'

export type Damage = readonly [what: string, workbook: Buffer]

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
const SHEET = 'xl/worksheets/sheet1.xml'

/** A workbook with one of each kind of cell. Its table has the columns id and title. */
export const PARTS: Readonly<Record<string, string>> = {
  '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': '<workbook><workbookPr/><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'worksheets/sheet1.xml')}${relation('t', 'sharedStrings', 'texts.xml')}${relation('f', 'styles', 'styles.xml')}</Relationships>`,
  'xl/texts.xml': '<sst><si><t>id</t></si><si><t>title</t></si><si><t>Rogue &amp; One</t></si></sst>',
  'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  [SHEET]: `<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>${[1, 2, 3]
    .map(
      (id) =>
        `<row r="${id + 1}"><c r="A${id + 1}"><v>${id}</v></c><c r="B${id + 1}" t="inlineStr"><is><t>film ${id * 7919}</t></is></c></row>`,
    )
    .join('')}</sheetData></worksheet>`,
}

export const zip = async (parts: Readonly<Record<string, string | Uint8Array>>): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  const entries = Object.entries(parts).map(([name, part]) => ({ name, content: once(part) }))
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* once<Part>(part: Part): AsyncGenerator<Part> {
  yield await Promise.resolve(part)
}

/** Fields of the headers, as the specification lays them out: from the signature on, with their sizes. */
const HEADERS = {
  'PK\x03\x04': { 4: 2, 6: 2, 8: 2, 14: 4, 18: 4, 22: 4, 26: 2, 28: 2 },
  'PK\x01\x02': { 8: 2, 10: 2, 16: 4, 20: 4, 24: 4, 28: 2, 30: 2, 32: 2, 42: 4 },
  'PK\x05\x06': { 4: 2, 8: 2, 10: 2, 12: 4, 16: 4, 20: 2 },
}

const indexesOf = (file: Buffer, signature: string): number[] => {
  const found: number[] = []
  for (let at = file.indexOf(signature, 0, 'latin1'); at >= 0; at = file.indexOf(signature, at + 1, 'latin1'))
    found.push(at)
  return found
}

const changed = (file: Buffer, change: (copy: Buffer) => void): Buffer => {
  const copy = Buffer.from(file)
  change(copy)
  return copy
}

/** Every number of every header, made small, large, and wrong by one. */
export const wrongHeaders = (file: Buffer): Damage[] =>
  Object.entries(HEADERS).flatMap(([signature, fields]) =>
    indexesOf(file, signature).flatMap((header, index) =>
      Object.entries(fields).flatMap(([offset, size]) => {
        const at = header + Number(offset)
        const most = 256 ** size - 1
        const now = file.readUIntLE(at, size)
        return [0, 1, most, Math.floor(most / 2), (now + 1) % most, Math.max(0, now - 1)].map((value): Damage => {
          const what = `header ${signature.slice(2).charCodeAt(0)} ${index}: ${String(value)} at ${offset}`
          return [what, changed(file, (copy) => copy.writeUIntLE(value, at, size))]
        })
      }),
    ),
  )

/** Parts that are missing, that are something else, that end too early, or that are there twice; each in a right archive. */
export const wrongParts = (): Promise<Damage[]> => {
  const noise = Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 167 + 13) % 256))
  const others = [
    '',
    '<',
    '<a',
    '<!--',
    '<![CDATA[',
    '&',
    '</a></b>',
    '\0',
    '<a b="',
    '\uFEFF',
    noise,
    '<si>'.repeat(2_000),
  ]
  const made = Object.entries(PARTS).flatMap(([name, text]): [string, Record<string, string | Uint8Array>][] => {
    const { [name]: _, ...rest } = PARTS
    const cuts = [0.2, 0.5, 0.8].map((part) => text.slice(0, Math.floor(text.length * part)))
    return [
      [`no ${name}`, rest],
      ...[...others, ...cuts].map((other, index): [string, Record<string, string | Uint8Array>] => [
        `${name} as ${String(index)}`,
        { ...PARTS, [name]: other },
      ]),
    ]
  })
  return Promise.all(made.map(async ([what, parts]): Promise<Damage> => [what, await zip(parts)]))
}

/** An archive with one part, whose packed bytes are these. */
const packedAs = (packed: Uint8Array, size: number, crc: number, count = 1): Buffer => {
  const name = Buffer.from('xl/workbook.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(crc, 16)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(size, 24)
  entry.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(local.length + name.length + packed.length, 16)
  return Buffer.concat([local, name, packed, entry, name, end])
}

/** Packed bytes that are no deflate stream, another one, an endless one, or one that never ends. */
export const wrongStreams = (): Damage[] => {
  const text = Buffer.from('<workbook/>'.repeat(200))
  const right = deflateRawSync(text)
  const streams: Record<string, Uint8Array> = {
    'with a header of zlib': deflateSync(text),
    'with a header of gzip': gzipSync(text),
    'not packed': text,
    'all zero': Buffer.alloc(500),
    'all one': Buffer.alloc(500, 255),
    nothing: Buffer.alloc(0),
    'one byte': Buffer.from([3]),
    'empty blocks without an end': Buffer.from(Array.from({ length: 5_000 }, () => [0, 0, 0, 255, 255]).flat()),
    'a distance before the beginning': Buffer.from('4b04010000ffff', 'hex'),
    'a reserved kind of block': Buffer.from([7, 7, 7, 7]),
    'too short': right.subarray(0, right.length - 3),
    'too long': Buffer.concat([right, right]),
  }
  return Object.entries(streams).map(([what, packed]): Damage => [what, packedAs(packed, text.length, 0)])
}

/** What unpacks to far more than it is, in one part or in one that is told of many times. */
export const bombs = async (): Promise<Damage[]> => {
  const zeros = Buffer.alloc(12_000_000)
  const packed = deflateRawSync(zeros)
  return [
    ['a part of zeros', packedAs(packed, zeros.length, 0)],
    ['a part of zeros that says it is small', packedAs(packed, 10, 0)],
    ['more parts than there are', packedAs(packed, zeros.length, 0, 65_535)],
    ['a sheet of blanks', await zip({ ...PARTS, [SHEET]: ' '.repeat(12_000_000) })],
    ['texts of blanks', await zip({ ...PARTS, 'xl/texts.xml': ' '.repeat(12_000_000) })],
  ]
}

/** Bytes that are flipped, taken out, put in, or doubled, every few of them; and files that end there. */
export const wrongBytes = (file: Buffer, step: number): Damage[] =>
  Array.from({ length: Math.floor(file.length / step) }, (_, index) => index * step).flatMap((at): Damage[] => [
    [`cut off at ${String(at)}`, file.subarray(0, at)],
    [`begun at ${String(at)}`, file.subarray(at + 1)],
    [`flipped at ${String(at)}`, changed(file, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ (1 << (at % 8)), at))],
    [`turned at ${String(at)}`, changed(file, (copy) => copy.writeUInt8(copy.readUInt8(at) ^ 255, at))],
    [`without what is at ${String(at)}`, Buffer.concat([file.subarray(0, at), file.subarray(at + 3)])],
    [`with more at ${String(at)}`, Buffer.concat([file.subarray(0, at), Buffer.from('PK!'), file.subarray(at)])],
    [`with itself at ${String(at)}`, Buffer.concat([file.subarray(0, at), file])],
    [`with zeros from ${String(at)}`, changed(file, (copy) => copy.fill(0, at, Math.min(at + 40, copy.length)))],
  ])
