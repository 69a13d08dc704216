import { writeSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { releaseBytes } from '../../core/release-bytes.ts'

/** Of the process that a connection runs in, after the three of every process and the channel of messages. */
const DESCRIPTOR = 4
/** Until a full pipe is tried again, where writing does not wait by itself. */
const RETRY_MS = 1

/** Writes bytes for the parent process, as they are: in a message they would be copied and checked several times. */
export const writeText = async (bytes: Uint8Array): Promise<void> => {
  for (let written = 0; written < bytes.byteLength;)
    try {
      written += writeSync(DESCRIPTOR, bytes, written)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      await setTimeout(RETRY_MS)
    }
}

/** The parent's end: takes the bytes of one text after the other. At most what was asked for is on its way. */
export class TextPipe {
  readonly #pieces: Uint8Array[] = []
  /** Where the rest of the first piece begins. */
  #offset = 0
  #available = 0
  #isOpen = true
  #last: Promise<unknown> = Promise.resolve()
  #changed: () => void = () => undefined

  constructor(source: Readable) {
    source.on('data', (piece: Uint8Array) => {
      this.#pieces.push(piece)
      this.#available += piece.byteLength
      this.#changed()
    })
    source.on('error', () => undefined) // it closes then
    source.on('close', () => {
      this.#isOpen = false
      this.#changed()
    })
  }

  /** @throws when the pipe ends before; whoever comes next gets nothing then. */
  take(length: number): Promise<Uint8Array> {
    const text = this.#last.then(() => this.#take(length))
    this.#last = text
    return text
  }

  async #take(length: number): Promise<Uint8Array> {
    while (this.#available < length) {
      if (!this.#isOpen) throw new Error('The pipe has ended')
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
    const text = Buffer.allocUnsafeSlow(length)
    for (let filled = 0; filled < length;) filled += this.#move(text.subarray(filled))
    this.#available -= length
    return text
  }

  /** Moves what fits of the first piece. @returns number of bytes. */
  #move(target: Uint8Array): number {
    const [piece] = this.#pieces
    if (!piece) throw new Error('There are fewer bytes than were counted')
    const part = piece.subarray(this.#offset, this.#offset + target.byteLength)
    const { byteLength } = part
    target.set(part)
    this.#offset += byteLength
    if (this.#offset === piece.byteLength) {
      this.#pieces.shift()
      this.#offset = 0
      releaseBytes(piece)
    }
    return byteLength
  }
}
