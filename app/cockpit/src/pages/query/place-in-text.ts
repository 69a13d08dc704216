/** Where a character stands in a text. */
export interface Place {
  /** From 1. */
  readonly line: number
  readonly column: number
  /** In units of UTF-16, as a text field counts. */
  readonly start: number
}

/** @param position in characters from 1, as databases count. */
export const placeInText = (text: string, position: number): Place => {
  const before = Array.from(text)
    .slice(0, position - 1)
    .join('')
  const lines = before.split('\n')
  return { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1, start: before.length }
}
