import { currentAdditions, extend } from '../../../../srv/admin/host/additions.ts'

test('a server has nothing more, unless it says so', () => {
  expect(currentAdditions()).toEqual({})
  const additions = { settings: { timeoutSeconds: 7 } }
  extend(additions)
  expect(currentAdditions()).toBe(additions)
})
