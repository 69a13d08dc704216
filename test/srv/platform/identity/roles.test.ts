import { rolesOf } from '../../../../srv/platform/identity/roles.ts'

const names = (...given: string[]): string[] => Object.keys(rolesOf(given)).sort()

test('admin includes operator, and operator includes viewer', () => {
  expect(names('admin')).toEqual(['admin', 'operator', 'viewer'])
  expect(names('operator')).toEqual(['operator', 'viewer'])
  expect(names('viewer')).toEqual(['viewer'])
})

test('editor stands apart', () => {
  expect(names('editor', 'viewer')).toEqual(['editor', 'viewer'])
  expect(names('admin')).not.toContain('editor')
})

test('the roles that CAP keeps for itself are nobody’s', () => {
  expect(names('internal-user', 'system-user')).toEqual([])
})

test('nobody has a role by inheritance', () => {
  for (const name of Object.getOwnPropertyNames(Object.prototype)) expect(name in rolesOf(['viewer'])).toBe(false)
  expect(names('__proto__')).toEqual(['__proto__'])
})
