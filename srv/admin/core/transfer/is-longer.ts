/** Databases count characters, JavaScript half of those beyond the first plane. */
export const isLonger = (text: string, length: number): boolean =>
  text.length > length && Array.from(text).length > length
