import type { DeflateRaw, Gunzip, Gzip, InflateRaw } from 'node:zlib'
import { drained } from '../streams.ts'

/**
 * What a stream makes of a source, as fast as it is taken and no faster. Leaving it ends the stream and the source; a
 * failure of either comes out.
 *
 * @param taken told of bytes that the stream needs no longer.
 */
export async function* throughStream(
  source: AsyncIterable<Uint8Array>,
  stream: DeflateRaw | InflateRaw | Gzip | Gunzip,
  taken: (bytes: Uint8Array) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  const feed = async (): Promise<void> => {
    for await (const chunk of source) {
      if (stream.destroyed) return
      const written = (error: unknown): void => {
        if (!error) taken(chunk)
      }
      if (!stream.write(chunk, written)) await drained(stream)
    }
    stream.end()
  }
  const fed = feed().catch((error: unknown) => {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  try {
    yield* stream as AsyncIterable<Uint8Array>
  } finally {
    stream.destroy()
    await fed
  }
}
