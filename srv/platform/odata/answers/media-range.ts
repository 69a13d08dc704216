/** One of what an Accept header lists. */
export interface MediaRange {
  readonly type: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** Reads a media type with its parameters, names and values in lower case, without `odata.` in front of their names. */
export const readMediaRange = (text: string): MediaRange => {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase())
  const pairs = rest.filter(Boolean).map((part) => part.split('=').map((side) => side.trim().replace(/^"(.*)"$/, '$1')))
  const parameters = new Map(pairs.map(([name = '', value = '']) => [name.replace(/^odata\./, ''), value]))
  const quality = Number(parameters.get('q') ?? 1)
  parameters.delete('q')
  return { type, parameters, quality: Number.isNaN(quality) ? 0 : quality }
}
