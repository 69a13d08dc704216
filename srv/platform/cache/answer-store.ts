/**
 * The bytes of an answer, each as a character where they are few: Node sends a text together with the headers, which is
 * quicker than two pieces until the bytes are many.
 */
export type Body = string | Buffer

const MANY_BYTES = 16_384

export const bodyOf = (bytes: Buffer): Body => (bytes.byteLength < MANY_BYTES ? bytes.toString('latin1') : bytes)

/** An answer as it was sent. */
export interface Answer {
  /** Names and values in turn, in their order, without those that differ from request to request. */
  readonly headers: readonly string[]
  readonly body: Body
  readonly etag: string
  /** The tables that it was read from, and the time before that. */
  readonly tables: readonly string[]
  readonly since: number
  readonly storedMs: number
}

interface Entry {
  readonly answer: Answer
  readonly bytes: number
  /** The time by `TableVersions` when it was last seen to be good. */
  checkedAt: number
  wasUsed: boolean
}

/** What an entry takes besides its key, headers and body. */
const OVERHEAD_BYTES = 512

/** Answers by key, within a number of bytes. Those that nobody asks for make room for new ones. */
export class AnswerStore {
  readonly #entries = new Map<string, Entry>()
  readonly #maxBytes: number
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get bytes(): number {
    return this.#bytes
  }

  get size(): number {
    return this.#entries.size
  }

  has(key: string): boolean {
    return this.#entries.has(key)
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  set(key: string, answer: Answer): void {
    this.delete(key)
    const bytes = bytesOf(key, answer)
    if (bytes > this.#maxBytes) return
    this.#entries.set(key, { answer, bytes, checkedAt: answer.since, wasUsed: false })
    this.#bytes += bytes
    if (this.#bytes > this.#maxBytes) this.#makeRoom()
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.bytes
  }

  clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  /** The oldest go first, but each that was used since the last time gets another chance, at the end of the queue. */
  #makeRoom(): void {
    for (const [key, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return
      this.#entries.delete(key)
      if (entry.wasUsed) {
        entry.wasUsed = false
        this.#entries.set(key, entry)
      } else this.#bytes -= entry.bytes
    }
  }
}

const bytesOf = (key: string, { headers, body }: Answer): number =>
  OVERHEAD_BYTES + 2 * key.length + headers.reduce((sum, each) => sum + each.length, 0) + body.length
