import {
  type DumpedTable,
  type Manifest,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  readManifest,
} from '../../../core/dump/manifest.ts'
import { sumsOf } from '../../part-sums.ts'
import { FOREIGN } from '../../../core/transfer/foreign-value.ts'
import { untilAborted } from '../../../core/until-aborted.ts'
import { ZipArchive } from '../../../core/xlsx/zip-reader.ts'
import { AdminError } from '../../../errors.ts'
import type { OperationContext, StoredFileHandle } from '../../operation.ts'

/** No packed file unpacks to more, so that only its size is bounded. */
const RATIO = 1_100

/** A file of which is known that it is a dump, whole and as it was written. */
export interface OpenDump {
  readonly manifest: Manifest
  /** The rows of a table; may be called again. */
  content(table: DumpedTable): AsyncIterable<Uint8Array>
  /** Whether there are texts among them that may tell what they stand for. */
  isMarked(table: DumpedTable): boolean
  close(): Promise<void>
}

/**
 * Opens a dump and reads all of it once, before anything is done with it.
 *
 * @throws AdminError `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT` for what is cut, changed or no dump, `PAYLOAD_TOO_LARGE` when it
 *   unpacks to more than it may.
 */
export const openDump = async (context: OperationContext, name: string): Promise<OpenDump> => {
  const { files, signal } = context
  const file = await files.open(name)
  try {
    const archive = await openArchive(context, file)
    const manifest = readManifest(await manifestText(archive))
    if (archive.count !== manifest.tables.length + 1)
      throw invalid(`it has ${archive.count} parts, and tells of ${manifest.tables.length + 1}`)
    const total = manifest.tables.reduce((sum, { rows }) => sum + rows, 0)
    const marked = new Set<string>()
    let rowsBefore = 0
    for (const table of manifest.tables) {
      context.progress('checking', rowsBefore, total)
      const marks = new MarkFinder()
      checkSums(table, await sumsOf(marks.watch(archive.content(table.part))))
      if (marks.found) marked.add(table.part)
      rowsBefore += table.rows
    }
    const content = async function* (table: DumpedTable): AsyncGenerator<Uint8Array> {
      const again = await openArchive(context, file)
      yield* untilAborted(again.content(table.part), signal)
    }
    return { manifest, content, isMarked: ({ part }) => marked.has(part), close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Finds what texts begin with that tell what they stand for, wherever it stands. */
class MarkFinder {
  found = false
  #end: Uint8Array = new Uint8Array()

  async *watch(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of content) {
      this.found ||= Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(FOREIGN)
      const kept = FOREIGN.length - 1
      this.found ||= Buffer.concat([this.#end, bytes.subarray(0, kept)]).includes(FOREIGN)
      this.#end = Buffer.concat([this.#end, bytes.subarray(-kept)]).subarray(-kept)
      yield bytes
    }
  }
}

const openArchive = ({ config, signal }: OperationContext, file: StoredFileHandle): Promise<ZipArchive> =>
  ZipArchive.open(
    (start, end) => untilAborted(file.read(start, end), signal),
    file.sizeBytes,
    { bytes: config.limits.importFileBytesMax, ratio: RATIO },
    'dump',
  )

const manifestText = async (archive: ZipArchive): Promise<string> => {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of archive.content(MANIFEST)) {
    bytes += part.byteLength
    if (bytes > MAX_MANIFEST_BYTES) throw invalid(`its ${MANIFEST} has more than ${MAX_MANIFEST_BYTES} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const checkSums = ({ name, ...told }: DumpedTable, found: Awaited<ReturnType<typeof sumsOf>>): void => {
  for (const member of ['rows', 'bytes', 'sha256', 'lineSum'] as const)
    if (told[member] !== found[member])
      throw invalid(`of table '${name.slice(0, 100)}' it has other ${member} than it tells: it was changed or damaged`)
}

const invalid = (problem: string): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', `The file is no dump that can be loaded: ${problem}`)
