import { Refusal } from './refusal.ts'

/** Names that mean something to JavaScript and nothing to the model. */
const RESERVED_SEGMENT = /^[^?]*?(?:^|\/)(?:__proto__|constructor|prototype)(?=$|[(?/])/
// eslint-disable-next-line no-control-regex -- refuses what no text has; tabs and line breaks are text
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/

/**
 * Refuses a URL that is too long for any resource here, or that holds what no client needs. It looks at characters
 * only, so it holds for every path, whoever serves it.
 *
 * @param url path and query, still percent-encoded.
 * @returns the URL decoded.
 * @throws Refusal 400, or 414 for its length.
 */
export const checkUrl = (url: string, maxLength: number): string => {
  if (url.length > maxLength) throw new Refusal(414, 'URL_TOO_LONG', `A URL has at most ${maxLength} characters.`)
  const text = url.includes('%') ? decode(url) : url
  if (CONTROL.test(text)) throw new Refusal(400, 'INVALID_CHARACTERS', 'A URL has no control characters.')
  if (RESERVED_SEGMENT.test(text)) throw new Refusal(404, 'NOT_FOUND', 'There is nothing at this address.')
  return text
}

const decode = (url: string): string => {
  try {
    return decodeURIComponent(url)
  } catch {
    throw new Refusal(400, 'INVALID_URL', 'The URL has a percent sign that is not part of a percent-encoded character.')
  }
}
