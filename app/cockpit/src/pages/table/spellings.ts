import { quoteName, quoteText } from '../../parts/grid/column-filter.ts'

/** What of the values of a column looks like a slip, with the condition that its rows meet. */
export interface Note {
  readonly kind: 'spellings' | 'mixedCase' | 'leadingBlanks' | 'trailingBlanks'
  /** Ways in which one value is written. */
  readonly count: number
  readonly where: string
}

/** Looks for values that differ in blanks and letter case alone, and for blanks at their edges. */
export const findNotes = (column: string, values: readonly unknown[]): Note[] => {
  const all = values.filter((value) => typeof value === 'string' && value.trim() !== '') as string[]
  const groups = [...Map.groupBy(all, fold).values()].filter((group) => group.length > 1)
  const mixed = groups.filter((group) => new Set(group.map(trimmed)).size > 1)
  const name = quoteName(column)
  const oneOf = (found: readonly string[]): string => `${name} in (${found.map(quoteText).join(', ')})`
  const notes: Note[] = []
  const note = (kind: Note['kind'], found: readonly (readonly string[])[]): void => {
    const count = Math.max(0, ...found.map(({ length }) => length))
    if (count > 0) notes.push({ kind, count, where: oneOf(found.flat()) })
  }
  note('spellings', groups)
  note('mixedCase', mixed)
  note('leadingBlanks', [all.filter((value) => value.startsWith(' '))])
  note('trailingBlanks', [all.filter((value) => value.endsWith(' '))])
  return notes
}

const trimmed = (value: string): string => value.trim().replaceAll(/\s+/g, ' ')
const fold = (value: string): string => trimmed(value).toLowerCase()
