/** A text without those of the characters that it ends with. An expression would begin anew at each of them. */
export const withoutEnding = (text: string, characters: string): string => {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
