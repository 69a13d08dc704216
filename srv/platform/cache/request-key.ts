import type { IncomingHttpHeaders } from 'node:http'

/** Headers that answers to reads depend on, besides credentials and conditions. */
const SHAPING = [
  'host',
  // Of a page of another site: its answer names it.
  'origin',
  'accept',
  'accept-language',
  'x-sap-request-language',
  'prefer',
  'odata-maxversion',
  'odata-version',
  'odata-isolation',
  'isolation',
  'x-forwarded-host',
  'x-forwarded-proto',
] as const

/** Everything about a request that its answer depends on, besides who asks. Header values hold no line breaks. */
export const requestKey = (url: string, headers: IncomingHttpHeaders): string => {
  let key = url
  for (const name of SHAPING) key += `\n${(headers[name] as string | undefined) ?? ''}`
  return key
}

/** What an answer is kept under. */
export const answerKey = (request: string, caller: string): string => `${request}\n${caller}`
