import { diskError } from '../../../../srv/admin/core/errors.ts'

it.each([
  ['ENOSPC', 'The disk for files is full'],
  ['EDQUOT', 'The disk for files is full'],
  ['EROFS', 'The disk for files is read-only'],
])('tells what %s means', (code, details) => {
  expect(diskError(Object.assign(new Error('secret'), { code }))).toMatchObject({ code: 'INTERNAL_ERROR', details })
})

it('leaves any other error as it is', () => {
  const error = Object.assign(new Error('x'), { code: 'EACCES' })
  expect(diskError(error)).toBe(error)
})
