import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import cds from '@sap/cds'
import { Refusal } from './error-answer.ts'

/** Decides whether a host that a client names, with or without a port, is this server. */
export type HostRule = (host: string) => boolean

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){1,3}|\[::1\])$/
/** Of names and of addresses. */
const OF_LOOPBACK = /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const NAME = /^(?:[a-z\d][a-z\d.-]*|\[[\da-f:.]+\])$/
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i
/** Clients decide how many there are. */
const REMEMBERED = 100

/**
 * Reads the setting `guard.hosts`: names besides those of the loopback, such as those of a proxy on the same machine.
 *
 * @throws Error if it cannot be used.
 */
export const readHosts = (settings: unknown = (cds.env as Record<string, unknown>)['guard']): readonly string[] => {
  const { hosts = [] } = (settings ?? {}) as { hosts?: unknown }
  const isName = (host: unknown): boolean => typeof host === 'string' && NAME.test(host.toLowerCase())
  if (!Array.isArray(hosts) || !hosts.every(isName)) throw new Error('Setting guard.hosts must be a list of host names')
  return (hosts as string[]).map((host) => host.toLowerCase())
}

/**
 * Makes the rule for a server that listens on loopback: it is known as that, and by the names given. The page of another
 * site whose name leads here for a moment says its own name.
 */
export const onlyHosts = (names: readonly string[]): HostRule => {
  const known = new Set<string>()
  return (host) => {
    if (known.has(host)) return true
    const name = nameOf(host)
    if (!LOOPBACK.test(name) && !names.includes(name)) return false
    if (known.size < REMEMBERED) known.add(host)
    return true
  }
}

const nameOf = (host: string): string => host.toLowerCase().replace(/:\d*$/, '')

export const anyHost: HostRule = () => true

let rule = anyHost
let ownNames = onlyHosts([])
let forwarded: HostRule | undefined

/**
 * Has all that is served follow a rule; `own` tells the names that the server is known by even where it takes any, and
 * `believed` those that proxies may tell, where their word counts.
 */
export const followHostRule = (chosen: HostRule, own: HostRule = onlyHosts([]), believed?: HostRule): void => {
  rule = chosen
  ownNames = own
  forwarded = believed
}

/** Whether a host, with or without a port, is a name of this server, whoever asks. */
export const isOwnName: HostRule = (host) => ownNames(host)

/** Asked by whatever looks whether the server works, by any name or by none; tells nothing else. */
const PROBE = /^\/(?:health|ready)(?:\?|$)/

export const isProbe = (url: string): boolean => PROBE.test(url)

/**
 * Refuses a request that is meant for another server, or that leaves open for which one. What it asks for is a path
 * afterwards, whichever form it came in, so that whoever looks at it sees the same.
 *
 * @throws Refusal 400 or 421.
 */
export const checkHost = (req: IncomingMessage): void => {
  const { headers, rawHeaders, url = '' } = req
  if (hasTwoHosts(rawHeaders)) throw new Refusal(400, 'INVALID_HOST', 'A request has one Host header.')
  const { host } = headers
  // Clients of HTTP/1.0 need not say it; browsers do.
  if (host !== undefined && !rule(host) && !isProbe(url)) throw unknownHost()
  if (!isProbe(url)) checkForwarded(headers)
  if (url.startsWith('/') || url === '*') return
  const origin = ABSOLUTE.exec(url)
  if (!origin) throw new Refusal(400, 'INVALID_URL', 'The URL is neither a path nor one of HTTP.')
  const [{ length }, authority = ''] = origin
  const path = url.slice(length)
  req.url = path.startsWith('/') ? path : `/${path}`
  headers.host = authority
  if (!rule(authority)) throw unknownHost()
}

/** What a proxy tells stands in addresses that are answered, and as a rule it tells what a client has sent it. */
const checkForwarded = ({ 'x-forwarded-host': host, 'x-forwarded-proto': proto }: IncomingHttpHeaders): void => {
  if (forwarded === anyHost && host === undefined && proto === undefined) return
  if (!forwarded) return
  if (!valuesOf(host).every(forwarded)) throw unknownHost()
  if (!valuesOf(proto).every((each) => PROTOCOL.test(each)))
    throw new Refusal(400, 'INVALID_HOST', 'X-Forwarded-Proto is http or https.')
}

const PROTOCOL = /^https?$/i

const valuesOf = (header: string | string[] | undefined): string[] =>
  header === undefined
    ? []
    : String(header)
        .split(',')
        .map((each) => each.trim())

const unknownHost = (): Refusal =>
  new Refusal(421, 'UNKNOWN_HOST', 'This server is not known by that name. The setting guard.hosts lists its names.')

const hasTwoHosts = (rawHeaders: readonly string[]): boolean => {
  let hosts = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Whether a host name or address reaches this machine only. */
export const isLoopback = (host: string | undefined): boolean => host !== undefined && OF_LOOPBACK.test(host)
