import type { Request } from 'express'

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i
const LOCAL_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
/** Headers that proxies add, under whatever names they tell whom they ask for. */
const FORWARDING =
  /^(?:forwarded|via|x-forwarded(?:-.*)?|(?:x-|true-|cf-|fastly-|x-original-|x-cluster-)?(?:real|client|connecting|forwarded)-(?:ip|for))$/

/** Whether the connection comes from this machine. */
const isFromHere = ({ socket }: Request): boolean => LOOPBACK.test(socket.remoteAddress ?? '')

/**
 * Whether a request was made on this machine, by a program or by a page of this server. Not so what a proxy here passes on,
 * nor what a page from elsewhere makes a browser here send, whatever name that page has for this machine.
 */
export const isUnforwarded = (request: Request): boolean => {
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers
  return (
    isFromHere(request) &&
    LOCAL_HOST.test(host) &&
    !Object.keys(request.headers).some((name) => FORWARDING.test(name)) &&
    ['none', 'same-origin'].includes(site) &&
    (origin === undefined || origin === `http://${host}` || origin === `https://${host}`)
  )
}
