import { ipKeyGenerator } from 'express-rate-limit'

/** What a proxy tells need not be an address: it is kept as a key. */
const LONGEST = 64

/** The network that a client is counted under: an IPv4 address, or the /56 of an IPv6 address, of which one client has many. */
export const networkOf = (address = 'unknown'): string =>
  // To look at an address closely takes longer than all else that a request is counted by.
  (address.includes(':') ? ipKeyGenerator(address.slice(0, LONGEST)) : address).slice(0, LONGEST)
