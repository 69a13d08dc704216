import fc from 'fast-check'
import { parseBasicCredentials } from '../../../../srv/platform/identity/authenticate.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const header = (bytes: string | Buffer): string => `Basic ${Buffer.from(bytes).toString('base64')}`

// eslint-disable-next-line no-control-regex -- the characters that RFC 7617 forbids
const isPrintable = (text: string): boolean => !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed()
const password = fc.string({ unit: 'grapheme' }).filter(isPrintable)
const user = password.filter((text) => text !== '' && !text.includes(':'))

test('any user name and password come out as they went in, split at the first colon', () => {
  fc.assert(
    fc.property(user, password, (name, secret) => {
      const expected = { user: name.normalize('NFC'), password: secret.normalize('NFC') }
      expect(parseBasicCredentials(header(`${name}:${secret}`))).toEqual(expected)
    }),
  )
})

test('any other header is refused without an error', () => {
  fc.assert(fc.property(fc.string({ unit: anyCharacter }), (text) => parseBasicCredentials(text) === undefined))
})

test('composed and decomposed umlauts are the same', () => {
  expect(parseBasicCredentials(header('u\u0308:u\u0308'))).toEqual({ user: 'ü', password: 'ü' })
})

test.each([
  ['no colon', header('leia')],
  ['no user name', header(':secret')],
  ['a control character', header('leia\u0000:secret')],
  ['a line break in the password', header('leia:sec\nret')],
  ['bytes that are no UTF-8', header(Buffer.from([0x6c, 0xfc, 0x3a, 0x78]))],
  ['another scheme', header('leia:secret').replace('Basic', 'Bearer')],
  ['something behind the credentials', `${header('leia:secret')} x`],
  ['nothing', 'Basic'],
])('%s is refused', (_, text) => {
  expect(parseBasicCredentials(text)).toBeUndefined()
})

test('the scheme may be in any case', () => {
  expect(parseBasicCredentials(header('leia:secret').replace('Basic', 'bASIC'))).toBeDefined()
})
