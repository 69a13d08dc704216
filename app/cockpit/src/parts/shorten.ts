/** The beginning of a text, without half a character at its end. @param most characters (UTF-16 units) that are left. */
export const shorten = (text: string, most: number): { readonly text: string; readonly isCut: boolean } => {
  if (text.length <= most) return { text, isCut: false }
  const isHalf = /[\uD800-\uDBFF]/.test(text[most - 1] ?? '')
  return { text: `${text.slice(0, isHalf ? most - 1 : most)}…`, isCut: true }
}
