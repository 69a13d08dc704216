import { BadRequest } from '../../../../../srv/platform/odata/protocol/errors.ts'

test('is an error that is answered with 400, a code and a message', () => {
  expect(new BadRequest('Why')).toMatchObject({ status: 400, code: 'BAD_REQUEST', message: 'Why' })
  expect(new BadRequest('Why', 'WHY')).toMatchObject({ status: 400, code: 'WHY' })
  expect(new BadRequest('Why')).toBeInstanceOf(Error)
})
