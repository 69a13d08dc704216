import cds from '@sap/cds'
import { trialUsers } from '../../../../srv/admin/host/additions.ts'

const USERS = {
  vera: { roles: ['Looks'] },
  boss: { roles: ['Boss'], password: 'boss' },
  secret: { roles: ['Boss'], password: 'something else' },
  reader: { roles: ['reader'] },
  nobody: {},
  text: 'Boss',
  '*': true,
}

test('those are told who may come in with their names as passwords, as they are set and as CAP keeps them', () => {
  const kept = { ...USERS, vera: new cds.User({ id: 'vera', attr: {}, roles: ['Looks'] }) }
  for (const users of [USERS, kept]) expect(trialUsers(users, ['Looks', 'Boss'])).toEqual(['vera', 'boss'])
})
