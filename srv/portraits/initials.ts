const WORD = /[\p{L}\p{N}]/u

/** The first letters of the first and the last word of a name: letters and digits alone, so that they may stand in a picture. */
export const initials = (name: string): string => {
  const letters = name
    .split(' ')
    .map((word) => WORD.exec(word)?.[0] ?? '')
    .filter((letter) => letter !== '')
  return (letters.length > 1 ? `${letters[0]!}${letters.at(-1)!}` : (letters[0] ?? '')).toUpperCase()
}
