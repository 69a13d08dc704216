import type { IncomingMessage } from 'node:http'
import cds from '@sap/cds'

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

type Kind = (abstract new () => object) | undefined

/** CAP's users, as far as its types do not know them: the class of all, and those of its own beside it. */
interface Users {
  readonly class: Kind
  readonly Anonymous: Kind
  readonly Privileged: Kind
}

/**
 * All that answers differ by besides the request: who asks, in which roles, with which attributes, and in which language.
 *
 * @returns undefined for a user of a kind that may decide in a way of its own: nothing is kept for such.
 */
export const callerKey = (context: typeof cds.context): string | undefined => {
  const user = context?.user as object | undefined
  const parts = user && isOfCap(user) ? partsOf(user) : undefined
  if (!context || !user || !parts) return undefined
  try {
    return JSON.stringify([user.constructor.name, context.tenant, context.locale, parts])
  } catch {
    return undefined
  }
}

const isOfCap = (user: object): boolean => {
  const { class: all, Anonymous, Privileged } = cds.User as unknown as Users
  const kind = Object.getPrototypeOf(user) as unknown
  return kind === all?.prototype || kind === Anonymous?.prototype || kind === Privileged?.prototype
}

/**
 * Whatever is told of a user, names and values in one order; tokens and the like are objects of their own kinds, and new each time.
 *
 * @returns undefined where something of its own may decide.
 */
const partsOf = (user: object): unknown[] | undefined => {
  const parts: unknown[] = []
  for (const name of Object.keys(user).sort()) {
    const value: unknown = Reflect.get(user, name)
    if (typeof value === 'function') return undefined
    if (isData(value)) parts.push(name, name === 'roles' ? sorted(value as object) : value)
  }
  return parts
}

const isData = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  const kind = Object.getPrototypeOf(value) as object | null
  // Roles have an empty prototype in front of none.
  return kind === null || Object.getPrototypeOf(kind) === null
}

const sorted = (roles: object): unknown =>
  Array.isArray(roles) ? [...(roles as string[])].sort() : Object.entries(roles).sort(([a], [b]) => (a < b ? -1 : 1))
