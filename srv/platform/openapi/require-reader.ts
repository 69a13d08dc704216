import cds from '@sap/cds'
import type { RequestHandler } from 'express'
import type { DocumentedService } from './services.ts'

interface Restricted {
  '@requires'?: string | string[]
  '@restrict'?: { to?: string | string[] }[]
}

interface Model {
  definitions: Record<string, Restricted>
}

/**
 * Lets through whoever may use one of the services, by their `@requires` or `@restrict`: a document tells no more than the
 * service does. Needs `cds.middlewares.before` in front; answers 401 to anonymous callers and 403 to others.
 */
export const requireReader =
  (services: readonly DocumentedService[]): RequestHandler =>
  (req, res, next) => {
    const user = cds.context?.user ?? cds.User.anonymous
    const mayRead = ({ name }: DocumentedService): boolean => {
      const roles = rolesOf((cds.model as Model).definitions[name] ?? {})
      return roles.length === 0 || roles.some((role) => user.is(role))
    }
    if (services.some(mayRead)) next()
    else if (user.is('authenticated-user')) res.sendStatus(403)
    else (req as typeof req & { _login: () => unknown })._login()
  }

const rolesOf = (service: Restricted): string[] =>
  [service['@requires'] ?? service['@restrict']?.flatMap(({ to }) => to ?? []) ?? []].flat()
