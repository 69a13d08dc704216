import { challengesOf } from '../../../../srv/admin/http/login-schemes.ts'

test('challenges name what can succeed, and the application', () => {
  expect(challengesOf(['basic', 'bearer'], 'shop')).toEqual([
    'Basic realm="shop", charset="UTF-8"',
    'Bearer realm="shop"',
  ])
  expect(challengesOf([], 'shop')).toEqual([])
})

test('no name breaks out of its quotes', () => {
  expect(challengesOf(['bearer'], 'a"b\\c\r\nd')).toEqual(['Bearer realm="abcd"'])
})
