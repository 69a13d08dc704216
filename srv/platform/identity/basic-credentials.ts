/** A user name and password as sent. */
export interface BasicCredentials {
  readonly user: string
  readonly password: string
}

const HEADER = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i
// eslint-disable-next-line no-control-regex -- RFC 7617 section 2 forbids exactly these
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const decode = (token: string): string | undefined => {
  try {
    return utf8.decode(Buffer.from(token, 'base64'))
  } catch {
    return undefined
  }
}

/**
 * Reads an `Authorization` header of the scheme Basic, as RFC 7617 has it: UTF-8, split at the first colon.
 *
 * @returns undefined for another scheme, bad UTF-8, a missing colon, an empty user name, or control characters.
 */
export const parseBasicCredentials = (header: string): BasicCredentials | undefined => {
  const text = decode(HEADER.exec(header)?.[1] ?? '')?.normalize('NFC')
  if (!text || CONTROL_CHARACTERS.test(text)) return undefined
  const colon = text.indexOf(':')
  return colon > 0 ? { user: text.slice(0, colon), password: text.slice(colon + 1) } : undefined
}
