import { findCredentials } from './credentials.ts'

const hana = { host: 'h', port: '443', user: 'u', password: 'p', schema: 'S', encrypt: true, certificate: 'PEM' }
const binding = { label: 'hana', name: 'db', credentials: { ...hana, hdi_user: 'x', url: 'jdbc:…' } }
const SET = {
  CDS_REQUIRES_DB_CREDENTIALS_HOST: 'v',
  CDS_REQUIRES_DB_CREDENTIALS_PORT: '30015',
  CDS_REQUIRES_DB_CREDENTIALS_USER: 'u',
  CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: 'p',
  CDS_REQUIRES_DB_CREDENTIALS_SSLVALIDATECERTIFICATE: 'false',
}

test.each<[string, Record<string, string>, object | undefined, object]>([
  ['a binding', { VCAP_SERVICES: JSON.stringify({ hana: [binding] }) }, undefined, hana],
  [
    'a binding that its tags tell, among others',
    {
      VCAP_SERVICES: JSON.stringify({
        xsuaa: [{ label: 'xsuaa', credentials: { url: 'x' } }],
        'user-provided': [{ label: 'user-provided', tags: ['hana'], credentials: hana }],
      }),
    },
    undefined,
    hana,
  ],
  ['a binding before variables', { VCAP_SERVICES: JSON.stringify({ hana: [binding] }), ...SET }, undefined, hana],
  [
    'variables',
    SET,
    undefined,
    { host: 'v', port: '30015', user: 'u', password: 'p', sslValidateCertificate: 'false' },
  ],
  ['a file before all others', SET, hana, hana],
  ['a service key', {}, { credentials: binding.credentials }, hana],
  ['a default-env.json', {}, { VCAP_SERVICES: { hana: [binding] } }, hana],
])('%s', (_name, environment, file, expected) => {
  expect(findCredentials(environment, file && JSON.stringify(file))).toEqual(expected)
})

test.each<[string, Record<string, string>, string | undefined, RegExp]>([
  ['nothing', {}, undefined, /host, port, user, password missing/],
  ['half of it', {}, JSON.stringify({ host: 'h', password: 'secret' }), /: port, user missing/],
  ['a binding of something else', { VCAP_SERVICES: '{"xsuaa":[{"label":"xsuaa"}]}' }, undefined, /host/],
  ['no JSON', {}, '{"password": secret', /not JSON/],
])('%s is not enough, and is not repeated', (_name, environment, file, message) => {
  expect(() => findCredentials(environment, file)).toThrow(message)
  expect(() => findCredentials(environment, file)).not.toThrow(/secret/)
})
