import { isAscii } from 'node:buffer'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** @returns undefined for bytes that are not UTF-8. */
export const decodeUtf8 = (bytes: Buffer): string | undefined => {
  // Most files, and several times as fast.
  if (isAscii(bytes)) return bytes.toString('latin1')
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}
