import { posix } from 'node:path'
import { AdminError } from '../errors.ts'
import { isStorable } from '../strict-json.ts'
import type { FileFormat } from '../transfer/file-format.ts'
import { isDateFormat } from './serial-date.ts'
import { shapeOfFormat } from './sheet-styles.ts'
import { attributeOf, type XmlHandler, XmlScanner, MAX_CELL_SOURCE, cellText, unescapeXml } from './xml-scanner.ts'
import { SHEET_LIMITS } from './workbook-writer.ts'
import { type ReadRange, type UnpackLimits, ZipArchive } from './zip-reader.ts'

/** A workbook's first sheet: how to read it, and its XML. */
export interface FirstSheet {
  readonly format: Extract<FileFormat, { type: 'sheet' }>
  content(): AsyncIterable<Uint8Array>
}

/** @throws AdminError `INVALID_FILE_CONTENT`, `PAYLOAD_TOO_LARGE` for what unpacks to more than it may. */
export const openFirstSheet = async (read: ReadRange, size: number, limits: UnpackLimits): Promise<FirstSheet> => {
  const archive = await ZipArchive.open(read, size, limits)
  const workbookPath = await mainPart(archive)
  const { relationId, isDate1904 } = await readWorkbook(archive, workbookPath)
  const relations = await readRelations(archive, workbookPath)
  const sheet = sheetPart(archive, relations, relationId)
  const partOf = (type: string): string | undefined =>
    relations.find((relation) => relation.type.endsWith(`/${type}`) && archive.has(relation.target))?.target
  const strings = partOf('sharedStrings')
  const styles = partOf('styles')
  return {
    format: {
      type: 'sheet',
      sharedStrings: strings === undefined ? [] : await readStrings(archive, strings),
      dateStyles: styles === undefined ? [] : await readDateStyles(archive, styles),
      isDate1904,
    },
    content: () => archive.content(sheet),
  }
}

interface Relation {
  readonly id: string
  readonly type: string
  /** Path within the archive; nothing for what lies elsewhere. */
  readonly target: string
}

/** More of them than any workbook has: they are kept in memory. */
const MAX_RELATIONS = 65_536
const MAX_STYLES = 65_536
const MAX_STRINGS = 4_194_304

const invalid = (details: string): AdminError => new AdminError('INVALID_FILE_CONTENT', details)

const sheetPart = (archive: ZipArchive, relations: readonly Relation[], id: string | undefined): string => {
  const sheet = relations.find((relation) => relation.id === id)
  if (!sheet) throw invalid('The workbook has no sheet')
  if (!sheet.type.endsWith('/worksheet')) throw invalid('The first sheet of the workbook is not a worksheet')
  if (!archive.has(sheet.target)) throw invalid("The workbook's first sheet is not in the file")
  return sheet.target
}

const mainPart = async (archive: ZipArchive): Promise<string> => {
  const relations = archive.has('_rels/.rels') ? await readRelations(archive, '') : []
  return relations.find((relation) => relation.type.endsWith('/officeDocument'))?.target ?? 'xl/workbook.xml'
}

const readWorkbook = async (
  archive: ZipArchive,
  path: string,
): Promise<{ relationId: string | undefined; isDate1904: boolean }> => {
  let relationId: string | undefined
  let isDate1904 = false
  await scan(archive, path, {
    open: (name, attributes) => {
      if (name === 'sheet') relationId ??= attributeOf(attributes, '\\w+:id')
      if (name === 'workbookPr') isDate1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '')
    },
  })
  return { relationId, isDate1904 }
}

const readRelations = async (archive: ZipArchive, path: string): Promise<Relation[]> => {
  const [, folder = '', file = ''] = /^(.*\/)?([^/]*)$/.exec(path) ?? []
  const relations: Relation[] = []
  await scan(archive, `${folder}_rels/${file}.rels`, {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      if (relations.length === MAX_RELATIONS) throw invalid(`The workbook's part '${path}' has too many relations`)
      relations.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: attributeOf(attributes, 'Type') ?? '',
        target: partPath(folder, unescapeXml(attributeOf(attributes, 'Target') ?? '')),
      })
    },
  })
  return relations
}

/** A target as the name of a part: relative to a folder, or from the root, which no path leaves. */
const partPath = (folder: string, target: string): string => {
  const isElsewhere = /^(?:[A-Za-z][\w+.-]*:|\/\/)/.test(target)
  return isElsewhere ? '' : posix.join('/', target.startsWith('/') ? '' : folder, target).slice(1)
}

const TOO_LONG = `The workbook has a text of more than ${SHEET_LIMITS.cellCharacters} characters, as many as a cell has`

/** All of them are kept in memory. */
const MAX_SHARED_CHARACTERS = 33_554_432

const readStrings = async (archive: ZipArchive, path: string): Promise<string[]> => {
  const strings: string[] = []
  let characters = 0
  let text = ''
  let isText = false
  let isPhonetic = false
  await scan(archive, path, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') isPhonetic = true
      isText = name === 't' && !isPhonetic
    },
    close: (name) => {
      if (name === 'si') {
        characters += text.length
        if (characters > MAX_SHARED_CHARACTERS)
          throw new AdminError('PAYLOAD_TOO_LARGE', "The workbook's texts are too many; csv has no such limit")
        const string = cellText(text)
        if (string.length > SHEET_LIMITS.cellCharacters) throw invalid(TOO_LONG)
        if (string !== text && !isStorable(string))
          throw invalid('The workbook has a text with a NUL character or half of a character')
        if (strings.push(string) > MAX_STRINGS) throw invalid('The workbook has too many texts')
      }
      if (name === 'rPh') isPhonetic = false
      isText = false
    },
    text: (raw) => {
      if (isText) text += raw
      if (text.length > MAX_CELL_SOURCE) throw invalid(TOO_LONG)
    },
  })
  return strings
}

const readDateStyles = async (archive: ZipArchive, path: string): Promise<(boolean | string)[]> => {
  const codes = new Map<number, string>()
  const styles: (boolean | string)[] = []
  let isCellStyle = false
  await scan(archive, path, {
    open: (name, attributes) => {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') codes.set(id, unescapeXml(attributeOf(attributes, 'formatCode') ?? ''))
      if (name === 'cellXfs') isCellStyle = true
      if (name === 'xf' && isCellStyle) styles.push(shapeOfFormat(codes.get(id)) ?? isDateFormat(id, codes.get(id)))
      if (codes.size + styles.length > MAX_STYLES) throw invalid('The workbook has too many styles')
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

const scan = async (archive: ZipArchive, path: string, handler: Partial<XmlHandler>): Promise<void> => {
  const scanner = new XmlScanner(
    { open: () => undefined, close: () => undefined, text: () => undefined, ...handler },
    path,
  )
  const decoder = new TextDecoder()
  for await (const chunk of archive.content(path)) scanner.push(decoder.decode(chunk, { stream: true }))
  scanner.end()
}
