import { type Role, ROLES } from './roles.ts'
import { type AuthConfiguration, userEntries } from './settings.ts'

/**
 * Development users, whose passwords are their names: to be offered to whoever wants to try it.
 *
 * @param among the roles of which they have one.
 */
export const developmentUsers = (configuration: AuthConfiguration, among: readonly Role[] = ROLES): readonly string[] =>
  userEntries(configuration)
    .filter(([, { development = false, roles = [] }]) => development && among.some((role) => roles.includes(role)))
    .map(([name]) => name)
