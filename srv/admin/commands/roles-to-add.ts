import { readSettings } from '../read-settings.ts'

/** A role of the application that has to be made known to XSUAA. */
export interface RoleToAdd {
  readonly name: string
  readonly description: string
}

const GRANTS = {
  viewer: 'Looks at the structure of the database',
  operator: 'Reads and compares rows of all tables',
  admin: 'Changes data and structure of the database',
} as const

/** Names that CAP gives a meaning of its own, which nobody is assigned. */
const PSEUDO_ROLES = new Set(['any', 'authenticated-user', 'system-user', 'internal-user'])

/** The roles that the settings name. @throws Error naming the setting that cannot be used. */
export const rolesToAdd = (settings: unknown): RoleToAdd[] => {
  const { roles } = readSettings(settings === true ? {} : settings)
  return (['viewer', 'operator', 'admin'] as const).flatMap((role) =>
    [roles[role]]
      .flat()
      .filter((name) => !PSEUDO_ROLES.has(name))
      .map((name) => ({ name, description: GRANTS[role] })),
  )
}
