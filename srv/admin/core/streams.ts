/** A stream that is written to; an answer over HTTP is one, too. */
interface Written {
  readonly destroyed: boolean
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

const EVENTS = ['drain', 'close'] as const

/**
 * Until a stream that has said it is full takes more, or nothing any more: a destroyed stream says so once, and whoever
 * listens only then would wait for ever.
 *
 * @param signal ends the waiting as well.
 */
export const drained = (stream: Written, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const event of EVENTS) stream.off(event, end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    for (const event of EVENTS) stream.once(event, end)
    signal?.addEventListener('abort', end, { once: true })
    if (stream.destroyed || signal?.aborted) end()
  })

/** Chunks as they come. @throws the signal's reason between two of them, once it is aborted. */
export async function* untilAborted<Chunk>(chunks: AsyncIterable<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk> {
  signal.throwIfAborted()
  for await (const chunk of chunks) {
    yield chunk
    signal.throwIfAborted()
  }
}

/**
 * Gives the memory of bytes back that nobody will look at again. The garbage collector waits until tens of
 * megabytes have piled up, and then goes through everything: for a stream that costs more than moving the bytes.
 * Bytes that share their memory with others are left alone.
 */
export const releaseBytes = ({ buffer, byteLength }: Uint8Array): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
