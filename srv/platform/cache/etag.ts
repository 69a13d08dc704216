import { hash } from 'node:crypto'

/** A strong ETag: the same for the same bytes, whichever process sends them. */
export const strongEtag = (contentType: string, body: Buffer): string =>
  `"${hash('sha256', Buffer.concat([Buffer.from(`${contentType}\n`), body]), 'base64url')}"`

/** Whether `If-None-Match` names an ETag, which is empty where there is none; by the weak comparison, as RFC 9110 (13.1.2) has it for reads. */
export const isNamedBy = (condition: string, etag: string): boolean => {
  const opaque = etag.replace(/^W\//, '')
  return condition
    .split(',')
    .map((each) => each.trim())
    .some((each) => each === '*' || (opaque && each.replace(/^W\//, '') === opaque))
}
