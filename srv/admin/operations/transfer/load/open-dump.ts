import {
  type DumpedTable,
  type Manifest,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  readManifest,
} from '../../../core/dump/manifest.ts'
import { PartSums, sumsOf } from '../../dump-rows.ts'
import { untilAborted } from '../../../core/streams.ts'
import { ZipArchive } from '../../../core/xlsx/zip-reader.ts'
import { AdminError } from '../../../core/errors.ts'
import type { OperationContext, StoredFileHandle } from '../../operation.ts'

/** No packed file unpacks to more, so that only its size is bounded. */
const RATIO = 1_100

/** A dump of which the manifest has been read. */
export interface OpenDump {
  readonly manifest: Manifest
  /**
   * The rows of a table; may be called again.
   *
   * @throws AdminError `INVALID_FILE_CONTENT` behind the last one, where they are not those that the manifest tells of.
   */
  content(table: DumpedTable): AsyncIterable<Uint8Array>
  /** Reads all of it. @throws AdminError `INVALID_FILE_CONTENT`, `PAYLOAD_TOO_LARGE`. */
  verify(): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a dump, whose rows are checked as they are read.
 *
 * @throws AdminError `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT` for what is cut or no dump, `PAYLOAD_TOO_LARGE` when it unpacks to more
 *   than it may.
 */
export const openDump = async (context: OperationContext, name: string): Promise<OpenDump> => {
  const { files, signal } = context
  const file = await files.open(name)
  try {
    const archive = await openArchive(context, file)
    const manifest = readManifest(await manifestText(archive))
    if (archive.count !== manifest.tables.length + 1)
      throw invalid(`it has ${archive.count} parts, and tells of ${manifest.tables.length + 1}`)
    const content = async function* (table: DumpedTable): AsyncGenerator<Uint8Array> {
      const again = await openArchive(context, file)
      const sums = new PartSums()
      for await (const bytes of untilAborted(again.content(table.part), signal)) {
        sums.add(bytes)
        yield bytes
      }
      checkSums(table, sums.end())
    }
    const verify = async (): Promise<void> => {
      const again = await openArchive(context, file)
      for (const table of manifest.tables)
        checkSums(table, await sumsOf(untilAborted(again.content(table.part), signal)))
    }
    return { manifest, content, verify, close: () => file.close() }
  } catch (error) {
    await file.close()
    throw error
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
