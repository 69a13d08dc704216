import {
  hashPassword,
  MINIMUM_COST,
  parseHash,
  verifyPassword,
} from '../../../../srv/platform/identity/password-login.ts'

const verify = async (password: string, text: string): Promise<boolean> => verifyPassword(password, parseHash(text)!)

test('a hash verifies its password and no other', async () => {
  const text = await hashPassword('Grüße')
  expect(text).toMatch(/^scrypt\$16384\$[\w-]{22}\$[\w-]{43}$/)
  expect(await verify('Grüße', text)).toBe(true)
  expect(await verify('Grüße'.normalize('NFD'), text)).toBe(true)
  expect(await verify('Grüsse', text)).toBe(false)
})

test('two hashes of one password differ', async () => {
  expect(await hashPassword('a')).not.toBe(await hashPassword('a'))
})

test('a higher cost can be asked for', async () => {
  const text = await hashPassword('a', 2 * MINIMUM_COST)
  expect(parseHash(text)?.cost).toBe(2 * MINIMUM_COST)
  expect(await verify('a', text)).toBe(true)
})

const SALT = 'A'.repeat(22)
const KEY = 'B'.repeat(43)

test.each([
  ['nothing', undefined],
  ['a password in the clear', 'secret'],
  ['another method', `bcrypt$16384$${SALT}$${KEY}`],
  ['a cost that is too low', `scrypt$8192$${SALT}$${KEY}`],
  ['a cost that is too high', `scrypt$524288$${SALT}$${KEY}`],
  ['a cost that is no power of two', `scrypt$20000$${SALT}$${KEY}`],
  ['a cost of zero', `scrypt$0$${SALT}$${KEY}`],
  ['a short salt', `scrypt$16384$AA$${KEY}`],
  ['a short key', `scrypt$16384$${SALT}$BB`],
  ['something behind the key', `scrypt$16384$${SALT}$${KEY}$`],
])('%s is no hash', (_, text) => {
  expect(parseHash(text)).toBeUndefined()
})

test('a cost within bounds is one', () => {
  expect(parseHash(`scrypt$16384$${SALT}$${KEY}`)?.cost).toBe(16384)
})
