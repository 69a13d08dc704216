/** How the bytes of pictures begin that every browser shows, in base64: what three bytes tell is told by four characters. */
const BEGINNINGS = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGODdh', 'image/gif'],
  ['R0lGODlh', 'image/gif'],
] as const

/** RIFF, four bytes of its length, WEBP. */
const WEBP = /^UklGR.{6}XRUJQ/

/** The media type of a picture by its first bytes; undefined for what is none. @param base64 what the API writes of bytes. */
export const pictureType = (base64: string): string | undefined =>
  WEBP.test(base64) ? 'image/webp' : BEGINNINGS.find(([beginning]) => base64.startsWith(beginning))?.[1]
