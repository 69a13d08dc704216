import { API, authorizedFetch } from '../../api/client.ts'

/** Enough for some rows; of a longer file no more is read. */
const HEAD_BYTES = 65_536

/** The beginning of a file, as text. */
export interface Head {
  readonly text: string
  /** The text is all of the file. */
  readonly isWhole: boolean
}

/**
 * Reads how a file begins: from this computer where it came from there, else from the server, which is told to stop then.
 *
 * @throws ApiError.
 */
export const readHead = async (
  file: string,
  source: Blob | undefined,
  encoding: string,
  signal: AbortSignal,
): Promise<Head> => {
  const chunks = source
    ? source.slice(0, HEAD_BYTES + 1).stream()
    : (await authorizedFetch(new Request(`${API}files/${encodeURIComponent(file)}`, { signal }))).body
  const decoder = new TextDecoder(encoding)
  let text = ''
  let bytes = 0
  if (chunks)
    for await (const chunk of chunks) {
      bytes += chunk.length
      text += decoder.decode(chunk, { stream: true })
      if (bytes > HEAD_BYTES) return { text, isWhole: false }
    }
  return { text: text + decoder.decode(), isWhole: true }
}
