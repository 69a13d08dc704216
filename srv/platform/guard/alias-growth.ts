const ALIAS = /@[a-z_]\w*/gi
const DEFINITION = /^(@[a-z_]\w*)=(.*)$/is

/**
 * What the parameter aliases of a URL add to it when their values are put in their places.
 *
 * @param options query options, decoded
 */
export const aliasGrowth = (options: readonly string[]) => {
  const uses = new Map<string, number>()
  for (const option of options)
    for (const [alias] of option.replace(DEFINITION, '$2').matchAll(ALIAS)) uses.set(alias, (uses.get(alias) ?? 0) + 1)
  let [characters, commas] = [0, 0]
  for (const option of options) {
    const [, alias = '', value = ''] = DEFINITION.exec(option) ?? []
    const times = uses.get(alias) ?? 0
    characters += times * value.length
    commas += times * (value.split(',').length - 1)
  }
  return { characters, commas }
}
