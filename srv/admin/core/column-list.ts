import { AdminError } from '../errors.ts'

/**
 * Reads a list of names: a comma-separated text in which a name with commas or quotes stands in double quotes
 * (`a, "b,c"`), or an array of exact names, blanks at their ends included.
 *
 * @returns undefined when nothing is listed.
 * @throws AdminError `INVALID_PARAMETER` for empty names, unclosed quotes and names listed twice.
 */
export const parseColumnList = (
  list: string | readonly string[] | undefined,
  field = 'columns',
): string[] | undefined => {
  if (list === undefined) return undefined
  const names = typeof list === 'string' ? splitList(list, field) : [...list]
  if (names.length === 0) return undefined
  if (names.includes('')) throw new AdminError('INVALID_PARAMETER', `'${field}' holds an empty name`)
  const known = new Set<string>()
  const twice = names.find((name) => known.has(name) || !known.add(name))
  if (twice !== undefined) throw new AdminError('INVALID_PARAMETER', `'${field}' lists '${twice}' twice`)
  return names
}

/** Spaces are taken by one part only, so that no text is tried in many ways. */
const ITEM = /(?:\s*"((?:[^"]|"")*)"\s*|([^,"]*))(,|$)/y

const splitList = (text: string, field: string): string[] => {
  if (text.trim() === '') return []
  const names: string[] = []
  let at = 0
  for (;;) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (!item) throw new AdminError('INVALID_PARAMETER', `'${field}' is not a list of names: a quote is out of place`)
    names.push(item[1]?.replaceAll('""', '"') ?? item[2]?.trim() ?? '')
    if (item[3] === '') return names
    at = ITEM.lastIndex
  }
}
