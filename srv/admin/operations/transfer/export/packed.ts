import { createGzip } from 'node:zlib'
import { throughStream } from '../../../core/xlsx/through-stream.ts'
import { StreamedResult } from '../../operation.ts'

/** A result as a file that gzip has packed. */
export const packed = (result: StreamedResult, fileName: string): StreamedResult =>
  new StreamedResult({
    trailers: result.trailers,
    failure: result.failure,
    contentType: 'application/gzip',
    fileName,
    chunks: throughStream(asBytes(result.chunks), createGzip({ chunkSize: 65_536 })),
  })

async function* asBytes(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
}
