import {
  csrfTokenOf,
  idOf,
  isCsrfTokenOf,
  isToken,
  newToken,
  seal,
  unseal,
} from '../../../../srv/admin/sign-in/token.ts'

test('tokens are new each time, and what is derived from one does not lead to another', () => {
  const tokens = Array.from({ length: 100 }, newToken)
  expect(new Set(tokens).size).toBe(100)
  expect(tokens.every(isToken)).toBe(true)
  const [token = ''] = tokens
  expect(new Set([token, idOf(token), csrfTokenOf(token)]).size).toBe(3)
  expect([isToken(''), isToken(`${token}a`), isToken(token.replace(/./, ' '))]).toEqual([false, false, false])
})

test('what is sealed is opened by its token, unchanged, and by nothing else', () => {
  const token = newToken()
  const sealed = seal(token, 'Basic ünï')
  expect(unseal(token, sealed)).toBe('Basic ünï')
  expect(seal(token, 'Basic ünï')).not.toBe(sealed)
  const bytes = Buffer.from(sealed, 'base64')
  bytes[bytes.length - 1]! ^= 1
  expect([unseal(newToken(), sealed), unseal(token, bytes.toString('base64')), unseal(token, '')]).toEqual(
    Array(3).fill(undefined),
  )
})

test('only the token for writes is one', () => {
  const token = newToken()
  expect(isCsrfTokenOf(token, csrfTokenOf(token))).toBe(true)
  for (const wrong of [undefined, '', 'Fetch', token, csrfTokenOf(newToken())])
    expect(isCsrfTokenOf(token, wrong)).toBe(false)
})
