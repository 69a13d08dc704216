import { withoutEnding } from '../core/without-ending.ts'

/**
 * The header that has a client save an answer as a file.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6266 section 4.3: the plain name for old clients, the encoded one for all others.
 */
export const contentDisposition = (fileName: string): string => {
  const plain = fileName
    .toWellFormed()
    .replace(/[\p{C}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+/, '')
  const safe = withoutEnding(plain, '. ').slice(0, 200) || 'download'
  const ascii = safe.replace(/[^\x20-\x7e]|%/g, '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replace(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
