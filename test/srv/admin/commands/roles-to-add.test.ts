import { rolesToAdd } from '../../../../srv/admin/commands/add.ts'

test('the roles of the settings are made known, but for those of CAP', () => {
  expect(rolesToAdd({}).map(({ name }) => name)).toEqual(['DbaViewer', 'DbaOperator', 'DbaAdmin'])
  expect(rolesToAdd(true)).toEqual(rolesToAdd({}))
  const roles = { viewer: 'authenticated-user', operator: ['Clerk', 'Auditor'] }
  expect(rolesToAdd({ roles }).map(({ name }) => name)).toEqual(['Clerk', 'Auditor', 'DbaAdmin'])
})
