import { textBefore } from '../urls/text-before.ts'

/** One option of a query string, its value as the client wrote it. */
export interface RawOption {
  readonly name: string
  readonly text: string
}

const decode = (text: string): string => decodeURIComponent(text).trim()

/** The options of the query string of a URL that is known to decode. */
export const rawOptions = (url: string): RawOption[] =>
  (url.split(/\?(.*)/s)[1] ?? '')
    .split('&')
    .filter(Boolean)
    .map((text) => ({ name: decode(textBefore(text, '=')), text }))

/** The decoded value of an option. */
export const valueOf = ({ text }: RawOption): string => decode(text.slice(textBefore(text, '=').length + 1))

export const printOptions = (options: readonly RawOption[]): string => {
  const query = options.map(({ text }) => text).join('&')
  return query && `?${query}`
}
