import { isStorable } from '../core/strict-json.ts'
import { AdminError } from '../errors.ts'

/**
 * Reads a query string, in which every name stands once.
 *
 * @param query without its question mark.
 * @throws AdminError `INVALID_PARAMETER`.
 */
export const readQuery = (query: string): Record<string, string> => {
  const values: Record<string, string> = Object.create(null) as Record<string, string>
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const [name = '', value = ''] = splitOnce(pair, '=').map(decode)
    if (Object.hasOwn(values, name))
      throw new AdminError('INVALID_PARAMETER', `Parameter '${name.slice(0, 64)}' is given twice`)
    values[name] = value
  }
  return values
}

/** @throws AdminError `INVALID_PARAMETER` for text that is not percent-encoded UTF-8 or that no database stores. */
export const decodeComponent = (text: string): string => {
  const decoded = tryDecode(text)
  if (decoded !== undefined && isStorable(decoded)) return decoded
  throw new AdminError('INVALID_PARAMETER', 'The URL is not properly encoded: percent signs must stand for UTF-8 text')
}

const decode = (text: string): string => decodeComponent(text.replaceAll('+', ' '))

const tryDecode = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

const splitOnce = (text: string, separator: string): string[] => {
  const at = text.indexOf(separator)
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
