import { AdminError } from './errors.ts'

/** More than a table has columns, as many as a JSON body has values. */
const MAX_NAMES = 20_000

/**
 * Reads a list of names: a comma-separated text in which a name with commas or quotes stands in double quotes
 * (`a, "b,c"`), or an array of exact names, blanks at their ends included.
 *
 * @returns undefined when nothing is listed.
 * @throws AdminError `INVALID_PARAMETER` for empty names, unclosed quotes and names listed twice; `LIMIT_TOO_LARGE`.
 */
export const parseColumnList = (
  list: string | readonly string[] | undefined,
  field = 'columns',
): string[] | undefined => {
  if (list === undefined) return undefined
  const names = typeof list === 'string' ? splitList(list, field) : [...list]
  if (names.length > MAX_NAMES) throw tooMany(field)
  if (names.length === 0) return undefined
  if (names.includes('')) throw new AdminError('INVALID_PARAMETER', `'${field}' holds an empty name`)
  const known = new Set<string>()
  const twice = names.find((name) => known.has(name) || !known.add(name))
  if (twice !== undefined) throw new AdminError('INVALID_PARAMETER', `'${field}' lists '${twice.slice(0, 256)}' twice`)
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
    if (names.push(item[1]?.replaceAll('""', '"') ?? item[2]?.trim() ?? '') > MAX_NAMES) throw tooMany(field)
    if (item[3] === '') return names
    at = ITEM.lastIndex
  }
}

const tooMany = (field: string): AdminError =>
  new AdminError('LIMIT_TOO_LARGE', `'${field}' lists at most ${MAX_NAMES} names`)
