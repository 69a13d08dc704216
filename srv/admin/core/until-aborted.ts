/** Chunks as they come. @throws the signal's reason between two of them, once it is aborted. */
export async function* untilAborted<Chunk>(chunks: AsyncIterable<Chunk>, signal: AbortSignal): AsyncGenerator<Chunk> {
  signal.throwIfAborted()
  for await (const chunk of chunks) {
    yield chunk
    signal.throwIfAborted()
  }
}
