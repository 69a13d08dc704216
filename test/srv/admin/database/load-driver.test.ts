import { loadDriver } from '../../../../srv/admin/database/load-driver.ts'

test('a driver is found beside this code, or with the service that brings it along', () => {
  expect(loadDriver('pg', '@cap-js/postgres')).toHaveProperty('Client')
  expect(() => loadDriver('no-such-driver', '@cap-js/postgres')).toThrow(/no-such-driver/)
})
