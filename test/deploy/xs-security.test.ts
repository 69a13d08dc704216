/** The roles that administrators of the platform can give are those that the code asks for. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROUTES } from '../../srv/admin/http/routes.ts'
import { ROLES, rolesOf } from '../../srv/platform/identity/roles.ts'
import { ROOT } from '../support/server-process.ts'

interface Security {
  readonly xsappname: string
  readonly scopes: readonly { readonly name: string }[]
  readonly 'role-templates': readonly { readonly name: string; readonly 'scope-references': readonly string[] }[]
}

const security = JSON.parse(readFileSync(join(ROOT, 'deploy/xs-security.json'), 'utf8')) as Security
const templates = security['role-templates']
const roleOf = (scope: string): string => /^\$XSAPPNAME\.(.+)$/.exec(scope)?.[1] ?? scope

test('every role is a scope, and nothing else is', () => {
  expect(security.scopes.map(({ name }) => roleOf(name)).sort()).toEqual([...ROLES].sort())
})

test('every role has a template of its name', () => {
  expect(templates.map(({ name }) => name.toLowerCase()).sort()).toEqual([...ROLES].sort())
})

test.each(templates)('$name gives the roles that the code gives with it', ({ name, 'scope-references': scopes }) => {
  expect(scopes.map(roleOf).sort()).toEqual(Object.keys(rolesOf([name.toLowerCase()])).sort())
})

test('whatever the code asks for can be given', () => {
  const asked = [...readFileSync(join(ROOT, 'srv/access-control.cds'), 'utf8').matchAll(/to: (\[[^\]]*\]|'[^']*')/g)]
  const roles = new Set(asked.flatMap(([, to = '']) => [...to.matchAll(/'([^']*)'/g)].map(([, role = '']) => role)))
  expect([...roles].sort()).toEqual(['authenticated-user', 'editor', 'reader'])
  roles.delete('authenticated-user')
  for (const { role } of ROUTES) roles.add(role)
  expect([...roles].filter((role) => !security.scopes.some(({ name }) => roleOf(name) === role))).toEqual([])
})
