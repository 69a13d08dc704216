/**
 * A number for a text, from 0 to 2^32 - 1 and the same forever: FNV-1a over its UTF-16 units, and its bits mixed, so that
 * texts that are nearly the same are far from each other.
 */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}
