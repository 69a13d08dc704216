import type { IncomingMessage } from 'node:http'

/** Headers that answers to reads depend on, besides credentials. */
const SHAPING = [
  ...['host', 'accept', 'accept-language', 'x-sap-request-language', 'prefer', 'odata-maxversion', 'odata-version'],
  ...['odata-isolation', 'isolation', 'sap-language', 'sap-locale', 'x-forwarded-host', 'x-forwarded-proto'],
] as const

/** With one of these, a request asks for something else than the answer as it is. */
const OTHERWISE = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'if-range',
  'range',
] as const

/** The time, of which a URL asks: what it means differs though it reads the same. */
const VOLATILE = /(?:\$|%24)now\b|now(?:\(|%28)|sap-valid/i

/**
 * All of a read that its answer depends on, besides who asks. Header values hold no line breaks.
 *
 * @param url as it was sent, before any router has changed it.
 * @returns undefined for what is not to be kept.
 */
export const requestKey = ({ method, headers }: IncomingMessage, url: string): string | undefined => {
  if (method !== 'GET' || VOLATILE.test(url)) return undefined
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return undefined
  if (OTHERWISE.some((name) => headers[name] !== undefined)) return undefined
  return [url, ...SHAPING.map((name) => String(headers[name] ?? ''))].join('\n')
}
