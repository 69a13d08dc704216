import { textBefore } from '../urls/text-before.ts'

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i

/**
 * A URL of a batch request as its path below the service, with a slash in front. All forms that OData names are
 * accepted: relative to the service, an absolute path, and an absolute URL, whose host may be that of a proxy.
 */
export const withinService = (url: string, servicePath: string): string => {
  const local = textBefore(url.replace(ORIGIN, ''), '#').replaceAll(' ', '%20')
  if (local === servicePath) return '/'
  if (local.startsWith(`${servicePath}/`)) return local.slice(servicePath.length)
  return local.startsWith('/') ? local : `/${local}`
}
