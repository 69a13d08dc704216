import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

const TOKEN_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** As `newToken` makes them. */
const FORM = /^[\w-]{43}$/

/** What a browser keeps of a session: nothing but the browser has it, and it opens what the server keeps. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const isToken = (text: string): boolean => FORM.test(text)

const derive = (token: string, purpose: string): Buffer => createHmac('sha256', token).update(purpose).digest()

/** What the server finds a session by; it does not lead back to the token. */
export const idOf = (token: string): string => derive(token, 'id').toString('base64url')

/** What pages send with everything that changes something. Pages of other origins cannot read it. */
export const csrfTokenOf = (token: string): string => derive(token, 'csrf').toString('base64url')

export const isCsrfTokenOf = (token: string, sent: string | undefined): boolean => {
  const [wanted, given] = [csrfTokenOf(token), sent ?? ''].map((text) => Buffer.from(text))
  return wanted?.length === given?.length && timingSafeEqual(wanted as Buffer, given as Buffer)
}

/** Seals a text so that it can be read with the token only. */
export const seal = (token: string, text: string): string => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, derive(token, 'seal'), iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** @returns undefined for what was not sealed with this token. */
export const unseal = (token: string, sealed: string): string | undefined => {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv(CIPHER, derive(token, 'seal'), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
  } catch {
    return undefined
  }
}
