import { randomUUID } from 'node:crypto'
import {
  checkFileName,
  fileExists,
  type FileLimits,
  fileNotFound,
  fileTooLarge,
  limited,
  type ManagedFiles,
  type StoredFile,
} from '../files/managed-files.ts'
import type { SharedDatabase, SharedQuery } from './state.ts'

/** Of a row. */
const PART_BYTES = 524_288

/** Files in the database, where every server process finds them. */
export class DatabaseStore implements ManagedFiles {
  readonly #database: SharedDatabase
  readonly #limits: FileLimits
  readonly #files: string
  readonly #parts: string

  /** @param names of the tables of files, and of their parts. */
  constructor(database: SharedDatabase, limits: FileLimits, [files, parts] = ['files', 'file_parts']) {
    this.#database = database
    this.#limits = limits
    this.#files = database.table(
      files,
      'name text PRIMARY KEY, content text NOT NULL, size bigint NOT NULL, modified_at timestamptz NOT NULL',
    )
    this.#parts = database.table(
      parts,
      'content text, n integer, bytes bytea NOT NULL, written_at timestamptz NOT NULL, PRIMARY KEY (content, n)',
    )
  }

  async open(name: string): ReturnType<ManagedFiles['open']> {
    const sql = `SELECT content, size FROM ${this.#files} WHERE name = $1`
    const [file] = await this.#database.query(sql, [checkFileName(name)])
    if (!file) throw fileNotFound(name)
    const size = Number(file['size'])
    if (size > this.#limits.fileBytes) throw fileTooLarge(name, size, this.#limits.fileBytes)
    return {
      sizeBytes: size,
      read: (start = 0, end = size) => this.#read(name, String(file['content']), start, Math.min(end, size)),
      close: async () => undefined,
    }
  }

  async list(): Promise<StoredFile[]> {
    const rows = await this.#database.query(
      `SELECT name, size, modified_at FROM ${this.#files} ORDER BY name COLLATE "C"`,
    )
    return rows.map((row) => ({
      name: row['name'] as string,
      sizeBytes: Number(row['size']),
      modifiedAt: (row['modified_at'] as Date).toISOString(),
    }))
  }

  async create(
    name: string,
    chunks: AsyncIterable<string | Uint8Array>,
    { overwrite, maxBytes }: { overwrite: boolean; maxBytes: number },
  ): Promise<StoredFile> {
    checkFileName(name)
    const all = await this.list()
    if (!overwrite && all.some((file) => file.name === name)) throw fileExists(name)
    const room = this.#limits.totalBytes - all.reduce((sum, file) => sum + file.sizeBytes, 0)
    const content = randomUUID()
    const discard = (query: SharedQuery, unwanted: unknown) =>
      query(`DELETE FROM ${this.#parts} WHERE content = $1`, [unwanted])
    try {
      const size = await this.#write(content, limited(chunks, Math.min(maxBytes, room)))
      const file = await this.#database.transaction(async (query) => {
        const [before] = await query(`SELECT content FROM ${this.#files} WHERE name = $1 FOR UPDATE`, [name])
        if (before && overwrite) await discard(query, before['content'])
        const onConflict = overwrite
          ? 'DO UPDATE SET content = excluded.content, size = excluded.size, modified_at = excluded.modified_at'
          : 'DO NOTHING'
        const [stored] = await query(
          `INSERT INTO ${this.#files} (name, content, size, modified_at) VALUES ($1, $2, $3, now())
           ON CONFLICT (name) ${onConflict} RETURNING modified_at`,
          [name, content, size],
        )
        return stored && { name, sizeBytes: size, modifiedAt: (stored['modified_at'] as Date).toISOString() }
      })
      if (!file) throw fileExists(name)
      return file
    } catch (error) {
      await discard((sql, values) => this.#database.query(sql, values), content).catch(() => undefined)
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    checkFileName(name)
    const removed = await this.#database.transaction(async (query) => {
      const [file] = await query(`DELETE FROM ${this.#files} WHERE name = $1 RETURNING content`, [name])
      if (file) await query(`DELETE FROM ${this.#parts} WHERE content = $1`, [file['content']])
      return file
    })
    if (!removed) throw fileNotFound(name)
  }

  async removeAbandoned(): Promise<void> {
    await this.#database.query(
      `DELETE FROM ${this.#parts} AS p WHERE written_at < now() - interval '1 day'
          AND NOT EXISTS (SELECT 1 FROM ${this.#files} AS f WHERE f.content = p.content)`,
    )
  }

  /** @returns how many bytes there were. */
  async #write(content: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
    let size = 0
    let n = 0
    for await (const part of inParts(chunks)) {
      const sql = `INSERT INTO ${this.#parts} (content, n, bytes, written_at) VALUES ($1, $2, $3, now())`
      await this.#database.query(sql, [content, n++, part])
      size += part.length
    }
    return size
  }

  async *#read(name: string, content: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let position = start; position < end;) {
      const n = Math.floor(position / PART_BYTES)
      const offset = position - n * PART_BYTES
      const length = Math.min(PART_BYTES - offset, end - position)
      const [row] = await this.#database.query(
        `SELECT substring(bytes FROM $3 FOR $4) AS bytes FROM ${this.#parts} WHERE content = $1 AND n = $2`,
        [content, n, offset + 1, length],
      )
      // Somebody has removed or replaced it meanwhile.
      if (!row) throw fileNotFound(name)
      position += length
      yield row['bytes'] as Uint8Array
    }
  }
}

/** The same bytes in parts of one size, but for the last. */
async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pending: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of chunks) {
    pending.push(chunk)
    bytes += chunk.byteLength
    if (bytes < PART_BYTES) continue
    let whole = Buffer.concat(pending)
    for (; whole.length >= PART_BYTES; whole = whole.subarray(PART_BYTES)) yield whole.subarray(0, PART_BYTES)
    pending = [whole]
    bytes = whole.length
  }
  if (bytes > 0) yield Buffer.concat(pending)
}
