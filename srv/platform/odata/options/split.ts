import { readUntil } from './expand.ts'

/** The parts of a text between separators outside of literals and parentheses, trimmed; none of an empty text. */
export function split(text: string, separator: string): string[] {
  if (!text.trim()) return []
  const parts: string[] = []
  for (let at = 0; at <= text.length;) {
    const end = readUntil(text, at, separator)
    parts.push(text.slice(at, end).trim())
    at = end + 1
  }
  return parts
}
