import { createHash } from 'node:crypto'

/** The namespace of this project's identifiers; drawn once at random. Changing it changes every ID that ships. */
const NAMESPACE = '5b0c8e36-7d1f-4c52-9a64-e1f2a7c93d18'

/** Derives a UUID version 5 (RFC 9562, section 5.5) from a natural key, so that an ID never changes between builds. */
export function uuidV5(naturalKey: string, namespace = NAMESPACE): string {
  const prefix = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  const bytes = createHash('sha1').update(prefix).update(naturalKey, 'utf8').digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6) // version 5
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8) // variant of RFC 9562
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
