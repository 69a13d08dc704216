import { readCors } from '../../../../srv/platform/guard/cors-settings.ts'

const ORIGIN = 'https://app.example'

test.each([undefined, {}, { cors: false }, { cors: {} }, { cors: { origins: [] } }, { hosts: ['a'] }])(
  '%j allows other sites nothing',
  (guard) => {
    expect(readCors(guard)).toBeUndefined()
  },
)

test('one setting is enough, and each of the others can be set', () => {
  const settings = readCors({ cors: { origins: [ORIGIN, 'http://localhost:5173'] } })
  expect(settings).toMatchObject({ credentials: false, maxAge: 600 })
  for (const name of ['OData-Version', 'ETag', 'Location', 'Preference-Applied'])
    expect(settings!.exposedHeaders).toContain(name)
  for (const name of ['Authorization', 'Content-Type', 'If-Match', 'OData-MaxVersion', 'Prefer'])
    expect(settings!.headers).toContain(name)
  const all = {
    origins: [ORIGIN],
    methods: ['GET'],
    headers: ['X-A'],
    exposedHeaders: [],
    credentials: true,
    maxAge: 0,
  }
  expect(readCors({ cors: all })).toEqual(all)
})

test.each([
  ['x', 'guard.cors must'],
  [null, 'guard.cors must'],
  [[ORIGIN], 'guard.cors must'],
  [{ origin: [ORIGIN] }, 'guard.cors.origin is not known'],
  [{ constructor: [] }, 'guard.cors.constructor is not known'],
  [{ origins: ORIGIN }, 'guard.cors.origins'],
  [{ origins: [`${ORIGIN}/`] }, 'guard.cors.origins'],
  [{ origins: [`${ORIGIN}/a`] }, 'guard.cors.origins'],
  [{ origins: ['https://*.example'], credentials: true }, 'guard.cors.origins'],
  [{ origins: ['https://APP.example'] }, 'guard.cors.origins'],
  [{ origins: ['null'] }, 'guard.cors.origins'],
  [{ origins: ['app.example'] }, 'guard.cors.origins'],
  [{ origins: ['ftp://app.example'] }, 'guard.cors.origins'],
  [{ origins: ['*', ORIGIN] }, 'guard.cors.origins'],
  [{ origins: ['*'], credentials: true }, 'guard.cors.credentials'],
  [{ origins: [ORIGIN], credentials: 'true' }, 'guard.cors.credentials'],
  [{ origins: [ORIGIN], methods: ['get'] }, 'guard.cors.methods'],
  [{ origins: [ORIGIN], headers: ['a b'] }, 'guard.cors.headers'],
  [{ origins: [ORIGIN], headers: ['*'] }, 'guard.cors.headers'],
  [{ origins: [ORIGIN], exposedHeaders: ['a\r\nb'] }, 'guard.cors.exposedHeaders'],
  [{ origins: [ORIGIN], maxAge: -1 }, 'guard.cors.maxAge'],
  [{ origins: [ORIGIN], maxAge: 1e9 }, 'guard.cors.maxAge'],
])('%j is refused by name', (cors, name) => {
  expect(() => readCors({ cors })).toThrow(`Setting ${name}`)
})
