import { AdminError } from './errors.ts'

const MAX_DEPTH = 20
const MAX_NODES = 20_000
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype'])
// Finds structure in a text that is known to be JSON; what is left between matches are numbers, words and white space.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/**
 * Reads a JSON object, and refuses what a parser would let pass: the same key twice, of which the last would win;
 * keys that reach the prototype; text that no database stores; depth and size beyond reason.
 *
 * @throws AdminError `INVALID_JSON`, `INVALID_PARAMETER`.
 */
export const parseJsonObject = (text: string): Record<string, unknown> => {
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AdminError('INVALID_JSON', 'The request body must be one JSON object')
  checkStructure(text)
  return value as Record<string, unknown>
}

/** Whether a text can be stored by every database: no NUL, no half of a surrogate pair. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new AdminError('INVALID_JSON', 'The request body cannot be read as JSON')
  }
}

const checkStructure = (text: string): void => {
  const open: (Set<string> | null)[] = []
  let nodes = 0
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null)
    else if (token === '}' || token === ']') open.pop()
    else if (token.startsWith('"')) checkText(token, text, index, open.at(-1) ?? null)
    if (open.length > MAX_DEPTH)
      throw new AdminError('INVALID_JSON', `The request body is nested deeper than ${MAX_DEPTH} levels`)
    if (token !== ':' && ++nodes > MAX_NODES)
      throw new AdminError('INVALID_JSON', `The request body has more than ${MAX_NODES} values`)
  }
}

const checkText = (token: string, text: string, index: number, keys: Set<string> | null): void => {
  const value = JSON.parse(token) as string
  if (!isStorable(value))
    throw new AdminError('INVALID_PARAMETER', 'The request body holds a NUL character or a lone surrogate')
  if (!keys || !isKey(text, index + token.length)) return
  if (FORBIDDEN_KEYS.has(value)) throw new AdminError('UNKNOWN_FIELD', `Field '${value}' is not known`)
  if (keys.has(value)) throw new AdminError('INVALID_JSON', `Field '${value.slice(0, 64)}' is given twice`)
  keys.add(value)
}

const AFTER_KEY = /[ \t\r\n]*:/y

const isKey = (text: string, end: number): boolean => {
  AFTER_KEY.lastIndex = end
  return AFTER_KEY.test(text)
}
