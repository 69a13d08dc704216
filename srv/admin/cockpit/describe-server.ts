import { posix } from 'node:path'
import type { LoginScheme } from '../http/login-schemes.ts'
import type { AppLink } from './app-link.ts'
import type { CockpitServer } from './router.ts'

interface Server {
  /** Of the application's package. */
  readonly name: string
  /** Where the cockpit is. */
  readonly cockpit: string
  readonly api: string
  readonly schemes: readonly LoginScheme[]
  readonly records: string | null
  readonly query: boolean
  readonly tryAs: readonly string[]
  readonly apps: readonly AppLink[]
}

/** What the pages have to know. Relative addresses hold behind an approuter that puts a path before them. */
export const describeServer = ({
  name,
  cockpit,
  api,
  schemes,
  records,
  query,
  tryAs,
  apps,
}: Server): CockpitServer => ({
  name: titleOf(name),
  site: `${posix.relative(cockpit, '/')}/`,
  api: posix.relative(cockpit, api),
  login: schemes.includes('basic') ? 'password' : schemes.length > 0 ? 'browser' : 'none',
  records: records === null ? null : posix.relative(cockpit, records),
  query: query || null,
  tryAs,
  apps: apps.map(({ href, title }) => ({ href: `${posix.relative(cockpit, href)}/`, title })),
})

/** `@acme/order-app` is called Order App. */
const titleOf = (name: string): string =>
  name
    .slice(name.lastIndexOf('/') + 1)
    .split(/[-_.]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
