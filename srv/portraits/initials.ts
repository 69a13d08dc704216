const WORD = /[\p{L}\p{N}]/u

/** The first letters of the first and the last word of a name: letters and digits alone, so that they may stand in a picture. */
export const initials = (name: string): string => {
  const letters = name.split(' ').flatMap((word) => WORD.exec(word) ?? [])
  const ends = letters.length > 1 ? [letters.at(0), letters.at(-1)] : letters
  return ends.join('').toUpperCase()
}
