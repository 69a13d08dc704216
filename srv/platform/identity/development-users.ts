import { type AuthConfiguration, userEntries } from './settings.ts'

const ADMINISTRATION: ReadonlySet<string> = new Set(['viewer', 'operator', 'admin'])

/** Development users of the administration API, whose passwords are their names: to be offered to whoever wants to try it. */
export const developmentUsers = (configuration: AuthConfiguration): readonly string[] =>
  userEntries(configuration)
    .filter(([, { development = false, roles = [] }]) => development && roles.some((role) => ADMINISTRATION.has(role)))
    .map(([name]) => name)
