import { isIPv6 } from 'node:net'

const LOOPBACK = /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i
const MAPPED_IPV4 = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i

/** What a proxy tells need not be an address: it is kept as a key. */
const LONGEST = 64

/** Whether a host name or address reaches this machine only. */
export const isLoopback = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)

/**
 * The network that a client is counted under: an IPv4 address, or the /56 of an IPv6 address, of which one client has many.
 *
 * @returns for instance `192.0.2.7` or `2001:db8:0:100::/56`
 */
export const clientNetwork = (address: string | undefined): string => {
  if (address === undefined) return 'unknown'
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address.slice(0, LONGEST)
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const missing = tail === undefined ? 0 : 8 - front.length - tail.split(':').filter(Boolean).length
  const groups = [...front, ...Array<string>(missing).fill('0'), ...(tail ?? '').split(':')].map((group) =>
    parseInt(group, 16),
  )
  const [a = 0, b = 0, c = 0, d = 0] = groups
  return `${[a, b, c, d & 0xff00].map((group) => group.toString(16)).join(':')}::/56`
}
