import { findConfigurationProblems } from '../../../../srv/platform/process/start-problems.ts'

test.each([
  [{}],
  [{ requires: { db: { credentials: { port: 5432 }, client: { statement_timeout: 0, application_name: 'x' } } } }],
  [{ requires: { db: { credentials: { port: '5432' } } } }],
  [{ fiori: { draft_lock_timeout: '15min' } }],
  [{ fiori: { draft_lock_timeout: 1_000 } }],
  [{ fiori: { draft_lock_timeout: true } }],
])('%j can be used', (configuration) => {
  expect(findConfigurationProblems(configuration)).toEqual([])
})

const credentials = (port: unknown) => ({ requires: { db: { credentials: { port } } } })
const client = (settings: object) => ({ requires: { db: { client: settings } } })
const lock = (draft_lock_timeout: unknown) => ({ fiori: { draft_lock_timeout } })

test.each([
  ...['abc', '', 0, -1, 65_536, 5.5, null].map((port) => [credentials(port), 'requires.db.credentials.port']),
  [client({ statement_timeout: 'abc' }), 'requires.db.client.statement_timeout'],
  [client({ connectionTimeoutMillis: -1 }), 'requires.db.client.connectionTimeoutMillis'],
  [client({ idle_in_transaction_session_timeout: 2 ** 31 }), 'requires.db.client.idle_in_transaction_session_timeout'],
  ...['abc', '', 0, -1, NaN, false, {}].map((span) => [lock(span), 'fiori.draft_lock_timeout']),
] as [object, string][])('%j is refused by name', (configuration, name) => {
  expect(findConfigurationProblems(configuration).join()).toMatch(`Setting ${name} must be`)
})
