import type { Database } from '../../../../../srv/admin/database/session.ts'
import type { DatabaseService, Source } from '../../../../../srv/admin/dialects/monitoring.ts'
import type { Role } from '../../../../../srv/admin/operations/operation.ts'
import { xsaServices } from '../../../../../srv/admin/operations/system/xsa-services.ts'
import { useEngine } from '../../../../support/engines.ts'
import { contextFor, defaultConfig } from '../../../../support/operation-context.ts'

const VCAP_SERVICES = JSON.stringify({
  xsuaa: [{ name: 'saga-auth', label: 'xsuaa', plan: 'application', credentials: { clientsecret: 'secret' } }],
  'user-provided': [{ name: 'mail', credentials: { password: 'secret' } }],
})
const model = { entities: [], services: [{ name: 'SagaFilm', path: '/odata/v4/SagaFilm', protocols: ['odata-v4'] }] }

describe('GET /xsaServices', () => {
  const engine = useEngine('SQLite file')
  const list = (
    services: Source<DatabaseService> | null = null,
    role: Role = 'viewer',
    database: Database = engine().database,
  ) => {
    const { dialect } = engine()
    const monitoring = { ...dialect.monitoring, services }
    const config = defaultConfig({ VCAP_SERVICES })
    return xsaServices.run(contextFor({ database, dialect: { ...dialect, monitoring } }, { model, config, role }), {})
  }
  const databaseServices: Source<DatabaseService> = {
    name: 'M_SERVICES',
    statement: { sql: `SELECT 'indexserver' AS name`, parameters: [] },
    item: (row) => ({ name: String(row['name']), status: 'running', host: 'db-host', port: 30003 }),
  }

  it('lists what this server provides and what it is bound to, without credentials', async () => {
    const answer = await list()
    expect(answer).toEqual({
      engine: 'sqlite',
      supported: true,
      services: [
        {
          name: 'SagaFilm',
          kind: 'application',
          status: 'running',
          protocols: ['odata-v4'],
          path: '/odata/v4/SagaFilm',
          label: null,
          plan: null,
        },
        {
          name: 'saga-auth',
          kind: 'binding',
          status: 'unknown',
          protocols: [],
          path: null,
          label: 'xsuaa',
          plan: 'application',
        },
        { name: 'mail', kind: 'binding', status: 'unknown', protocols: [], path: null, label: null, plan: null },
      ],
      count: 3,
      truncated: false,
      sources: [],
    })
    expect(JSON.stringify(answer)).not.toContain('secret')
  })

  it('adds what the database runs, with host and port for operators only', async () => {
    expect(await list(databaseServices)).toMatchObject({
      services: { 3: { name: 'indexserver', kind: 'database', status: 'running' } },
      count: 4,
      truncated: false,
      sources: [{ name: 'M_SERVICES', status: 'ok' }],
    })
    expect(JSON.stringify(await list(databaseServices))).not.toContain('db-host')
    expect(await list(databaseServices, 'operator')).toMatchObject({
      services: { 3: { host: 'db-host', port: 30003 } },
    })
  })

  it('lists the others when the database does not tell', async () => {
    const broken = { ...databaseServices, statement: { sql: 'SELECT nothing', parameters: [] } }
    expect(await list(broken)).toMatchObject({ count: 3, sources: [{ name: 'M_SERVICES', status: 'error' }] })
  })
})
