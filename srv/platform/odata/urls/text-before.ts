/** What stands before the first occurrence of a mark; the whole text where there is none. */
export const textBefore = (text: string, mark: string): string => text.split(mark, 1)[0] ?? ''
