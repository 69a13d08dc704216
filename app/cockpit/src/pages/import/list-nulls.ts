/** An item of a list: in quotes, which are doubled within, or plain. */
const ITEM = /"((?:[^"]|"")*)"|[^",]+/g

/** The texts that a list stands for, as the API reads it: between commas, in quotes where they hold one. */
export const listNulls = (list: string): ReadonlySet<string> => {
  const items = Array.from(list.matchAll(ITEM), ([item, quoted]) => quoted?.replaceAll('""', '"') ?? item.trim())
  return new Set(items.filter((item) => item !== ''))
}
