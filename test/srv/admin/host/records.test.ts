import { recordsPath } from '../../../../srv/admin/host/read-recorder.ts'

const service = (...paths: string[]) => ({ name: 'S', endpoints: paths.map((path) => ({ kind: 'odata', path })) })

test('records are told by the service at -data, where there is one', () => {
  expect(recordsPath([service('/odata/v4/shop'), service('/rest/shop', '/odata/v4/-data')])).toBe('/odata/v4/-data')
  expect(recordsPath([service('/odata/v4/my-data'), { name: 'db' }])).toBeNull()
})
