import { SYSTEM_OPTIONS } from './system-options.ts'
import { textBefore } from '../urls/text-before.ts'
import type { Concern } from '../../cap/odata.ts'

/** What OData 4.01 has besides: without `$` these would be passed over silently, with it they are refused. */
const OTHERS = ['$deltatoken', '$id', '$index', '$levels', '$schemaversion']

const NAMES: ReadonlyMap<string, string> = new Map(
  [...SYSTEM_OPTIONS, ...OTHERS].map((name) => [name.slice(1), name] as const),
)

/** Only a name that begins with a letter, written plainly or encoded, can be one that lacks its `$`. */
const MAY_LACK = /[?&](?:[a-z]|%[4-7])/i

const withDollar = (option: string): string => {
  const name = textBefore(option, '=')
  const full = NAMES.get(decodeURIComponent(name).trim().toLowerCase())
  return full === undefined ? option : full + option.slice(name.length)
}

/**
 * System query options without their `$`, in any case, mean the same as with it: `top=1` is `$top=1`. Everything behind
 * this sees them with it, limits and checks for duplicates among it.
 *
 * @see OData 4.01 URL Conventions, section 5.1: System Query Options
 */
export const optionNames: Concern = () => (req, _res, next) => {
  if (MAY_LACK.test(req.url) && req.path !== '/$batch') {
    const path = textBefore(req.url, '?')
    const options = req.url.slice(path.length + 1).split('&')
    req.url = `${path}?${options.map(withDollar).join('&')}`
  }
  next()
}
