/**
 * A name for the copy of something: the old name with the new table's name in place of the old one's, or in front, made
 * unique by a number.
 *
 * @param isTaken tells which names are in use.
 * @param maxBytes what the engine allows in UTF-8.
 */
export const deriveName = (
  name: string,
  tables: { readonly from: string; readonly to: string },
  isTaken: (name: string) => boolean,
  maxBytes = Infinity,
): string => {
  const at = name.indexOf(tables.from)
  const derived = at < 0 ? `${tables.to}_${name}` : name.slice(0, at) + tables.to + name.slice(at + tables.from.length)
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `_${count}`
    const candidate = truncate(derived, maxBytes - suffix.length) + suffix
    if (!isTaken(candidate)) return candidate
  }
}

const truncate = (text: string, maxBytes: number): string => {
  let result = text
  while (Buffer.byteLength(result) > maxBytes) result = Array.from(result).slice(0, -1).join('')
  return result
}
