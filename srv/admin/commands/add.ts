import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cds from '@sap/cds'
import { readSettings } from '../read-settings.ts'

/** What of `@sap/cds-dk` is used here: it ships no types. */
interface Toolkit {
  readonly Plugin: new () => object
  readonly registries: { readonly mta: { readonly xsuaa: object } }
  readProject(facet?: string): { readonly appName: string; readonly srv: { readonly path: string } }
  merge(source: object): { into(file: string, options?: object): Promise<unknown> }
  register(name: string, plugin: unknown): void
}

/** A role collection: their names are unique in a subaccount. */
const collectionOf = ({ name, description }: RoleToAdd, appName: string) => ({
  name: `${name} (${appName} \${org}-\${space})`,
  description,
  'role-template-references': [`$XSAPPNAME.${name}`],
})

/** Registers `cds add dba`: the roles for XSUAA, and what the module needs to know behind the platform's router. */
export const registerAdd = (): void => {
  const { add: toolkit } = cds as unknown as { add?: Toolkit }
  if (!toolkit) return
  const { Plugin, merge, readProject, registries } = toolkit
  class DbaTemplate extends Plugin {
    static help(): string {
      return 'administration of the database: its roles, and its settings for Cloud Foundry'
    }

    static hasInProduction(env: { readonly requires: { readonly dba?: unknown } }): boolean {
      return Boolean(env.requires.dba)
    }

    async run(): Promise<void> {
      await this.combine('dba')
    }

    // Called once more whenever another facet is added: a deployment descriptor may come later.
    async combine(facet: string): Promise<void> {
      const { appName, srv } = readProject(facet)
      const roles = rolesToAdd((cds.env as unknown as { requires: { dba?: unknown } }).requires.dba)
      await merge({
        scopes: roles.map(({ name, description }) => ({ name: `$XSAPPNAME.${name}`, description })),
        'role-templates': roles.map(({ name, description }) => ({
          name,
          description,
          'scope-references': [`$XSAPPNAME.${name}`],
        })),
      }).into('xs-security.json')
      if (!existsSync(join(cds.root, 'mta.yaml'))) return
      const login = registries.mta.xsuaa
      const collections = roles.map((role) => collectionOf(role, appName))
      await merge({
        modules: [
          { type: 'nodejs', path: srv.path, properties: { CDS_CONFIG: '{"requires":{"dba":{"trustProxy":1}}}' } },
        ],
        resources: [
          {
            name: `${appName}-auth`,
            type: 'org.cloudfoundry.managed-service',
            parameters: { service: 'xsuaa', config: { 'role-collections': collections } },
          },
        ],
      }).into('mta.yaml', {
        additions: collections.map(({ name }) => ({
          in: [login, 'parameters.config.role-collections'],
          where: { name },
        })),
      })
    }
  }
  toolkit.register('dba', DbaTemplate)
}

/** A role of the application that has to be made known to XSUAA. */
interface RoleToAdd {
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
