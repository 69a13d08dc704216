/** Letters of a column: A for 0, Z for 25, AA for 26. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Index of the column in a reference such as `AB12`; -1 when it has no letters, or more than a sheet's columns need. */
export const columnIndex = (reference: string): number => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
