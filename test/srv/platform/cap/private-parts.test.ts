/**
 * What CAP and the drivers do not publish, and is used all the same: one test for each member, so that a new version
 * which lacks one is told by its name, and not by what breaks without it. Beside each stands the version that it differs in.
 */
import { createRequire } from 'node:module'
import { Readable, Writable } from 'node:stream'
import cds from '@sap/cds'
import { CapODataAdapter, bodyParser, capParser, finalErrorHandlers } from '../../../../srv/platform/cap/odata.ts'
import { indexPage, inputChecks, requestedLocale, typeClasses } from '../../../../srv/platform/cap/unpublished.ts'
import { PostgresQuery, BasePostgresService } from '../../../../srv/platform/cap/postgres-service.ts'
import {
  BaseSqliteService,
  connectionFactory,
  type DatabaseService,
} from '../../../../srv/platform/cap/database-service.ts'
import { startApp } from '../../../support/app.ts'

const app = startApp()
const require = createRequire(import.meta.url)

type Members = Readonly<Record<string, unknown>>
type Class = { readonly prototype: object } & Members

/**
 * The versions whose sources were read for what is used of them, and on which these tests and those of the servers ran. That of
 * `@cap-js/hana` was never connected to a database.
 */
const READ: Readonly<Record<string, readonly string[]>> = {
  '@cap-js/sqlite': ['3.1.1'],
  '@cap-js/postgres': ['2.3.0', '3.0.1'],
  '@cap-js/hana': ['2.8.0', '3.0.1'],
}
const majorOf = (version: string): string => version.split('.')[0]!

/** `@cap-js/db-service` 2.11 and 3.1 alike; 3 answers changes with lists if `cds.features.legacy_db_results` is false. */
const SERVICES: readonly string[] = [
  ...['cqn2sql', 'prepare', 'exec', 'set', 'send', 'handle', 'run'],
  ...['acquire', 'release', 'destroy', 'begin', 'commit', 'rollback'],
]
/** `@cap-js/db-service` 2.11 and 3.1 alike. */
const TRANSLATION = ['INSERT', 'SELECT', 'UPDATE', 'limit', 'managed', 'quote', 'xpr']

describe.each(Object.keys(READ))('%s', (name) => {
  const { prototype } = require(name) as Class

  test('was read in this major version', () => {
    const { version } = require(`${name}/package.json`) as { version: string }
    expect(READ[name]!.map(majorOf)).toContain(majorOf(version))
  })

  test.each(SERVICES)('a service has %s()', (member) => {
    expect(typeof (prototype as Members)[member]).toBe('function')
  })

  test.each(TRANSLATION)('its translation of queries has %s()', (member) => {
    const { CQN2SQL } = require(name) as { CQN2SQL: Class }
    expect(typeof (CQN2SQL.prototype as Members)[member]).toBe('function')
  })

  test('its translation of queries has functions by name, and takes those that it is given', () => {
    const { CQN2SQL } = require(name) as { CQN2SQL: { Functions: Members } }
    expect(typeof CQN2SQL.Functions['contains']).toBe('function')
  })
})

test('SQLite has a way to read decimals, which takes the SQL of a column and the element', () => {
  const decimal = BaseSqliteService.CQN2SQL.OutputConverters.Decimal
  expect(decimal?.('price', { scale: 2 })).toContain('price')
})

describe('the service that is connected', () => {
  const database = (): DatabaseService => cds.db as unknown as DatabaseService

  test('has its kind, options, model and class', () => {
    const { kind, options, model, class: own } = database()
    expect({ kind, of: options.kind, model }).toEqual({ kind: 'sqlite', of: 'sqlite', model: cds.db.model })
    expect(own.CQN2SQL).toBeInstanceOf(Function)
  })

  test('knows its file', () => {
    expect(database().url4()).toBe(':memory:')
  })

  // 2: of `generic-pool`; 3: of CAP's own unless `cds.features.use_generic_pool`.
  test('has a pool for each tenant, and one factory for all', async () => {
    await app.GET('/odata/v4/SagaFilm/Planet/$count')
    const [pool] = Object.values(database().pools)
    expect(pool).toMatchObject({ available: expect.any(Number), borrowed: expect.any(Number), pending: 0 })
    expect(typeof connectionFactory(database()).create).toBe('function')
  })

  test('uses the functions of SQLite that its connections are given', async () => {
    expect(await cds.run("SELECT lower('ÄÖ') AS lower, upper('äö') AS upper")).toEqual([{ lower: 'äö', upper: 'ÄÖ' }])
  })

  test('lends its connection to a transaction while this lasts', async () => {
    const transaction = cds.db.tx({}) as unknown as DatabaseService & { run: (sql: string) => Promise<unknown> }
    await transaction.run('SELECT 1')
    expect(transaction.dbc).toMatchObject({ prepare: expect.any(Function) })
    await transaction.rollback()
    expect(transaction.dbc).toBeUndefined()
  })
})

describe("a connection of CAP's service for SAP HANA, by hdb", () => {
  type Drivers = {
    readonly hdb: { readonly driver: new (credentials: object) => Members & { readonly _native: Members } }
  }
  const { driver: Connection } = (require('@cap-js/hana/lib/drivers') as Drivers).hdb
  const connection = new Connection({ host: 'nowhere', port: 1, user: 'nobody', password: '-' })

  test.each(['connect', 'prepare', 'exec', 'disconnect'])('has %s()', (member) => {
    expect(typeof connection[member]).toBe('function')
  })

  test("has the driver's own, which closes at once, and has what the server told of it", () => {
    expect(connection._native).toMatchObject({ destroy: expect.any(Function), connectOptions: expect.any(Object) })
  })

  test('is made by a class that the service knows from its start', () => {
    const { prototype } = require('@cap-js/hana') as Class
    const service: { options: object; readonly factory?: object; _driver?: unknown } = Object.create(prototype) as {
      options: object
    }
    service.options = { driver: 'hdb', credentials: {} }
    expect(service.factory).toMatchObject({ create: expect.any(Function) })
    expect(service._driver).toBe(Connection)
  })

  test('prepares a statement with what runs it, and the one of the driver', async () => {
    const native = { prepare: (_sql: string, done: (error: null, statement: object) => void) => done(null, {}) }
    const { prepare } = Connection.prototype as unknown as { prepare: (sql: string) => Promise<Members> }
    const statement = await prepare.call({ _native: native }, 'SELECT')
    expect(Object.keys(statement)).toEqual(['_prep', 'run', 'runBatch', 'get', 'all', 'drop', 'proc', 'stream'])
    await expect(statement['_prep']).resolves.toEqual({ _parentConnection: native })
  })
})

describe("CAP's service for PostgreSQL", () => {
  test.each(['init', 'onSELECT', '_checkCollation'])('has %s()', (member) => {
    expect(typeof (BasePostgresService.prototype as unknown as Members)[member]).toBe('function')
  })

  // 3: it tries three times by itself.
  test('has a factory of connections', () => {
    expect(Object.getOwnPropertyDescriptor(BasePostgresService.prototype, 'factory')?.get).toBeInstanceOf(Function)
  })

  const preparing = (sent: unknown[]) => {
    const dbc = { query: async (statement: unknown) => sent.push(statement) && { rows: [], rowCount: 0 } }
    return Object.create(BasePostgresService.prototype, {
      dbc: { value: dbc },
      _queryCache: { value: {} },
    }) as InstanceType<typeof BasePostgresService>
  }

  test('keeps its statements by name, and sends one before it waits for anything', async () => {
    const sent: unknown[] = []
    const service = preparing(sent)
    const all = service.prepare('SELECT 1').all([])
    expect(Object.values(service._queryCache)).toMatchObject([{ text: 'SELECT 1', name: expect.any(String) }])
    expect(sent).toMatchObject([{ text: 'SELECT 1', name: expect.any(String) }])
    await all
  })

  test('sends what is streamed by a stream that can be told of a failure', async () => {
    const sent: unknown[] = []
    await preparing(sent)
      .prepare('SELECT $1')
      .run([Object.assign(Readable.from(['x']), { type: 'json' })])
    const stream = sent.find((statement) => statement instanceof Writable)
    expect(stream).toMatchObject({
      ...{ flushChunk: expect.any(Function), handleError: expect.any(Function), then: expect.any(Function) },
    })
  })

  test.each(['_orderBy', 'orderByICU'])('translates an order by %s()', (member) => {
    expect(typeof (BasePostgresService.CQN2SQL.prototype as unknown as Members)[member]).toBe('function')
  })
})

describe("CAP's service for SQLite", () => {
  test.each(['init', 'url4'])('has %s()', (member) => {
    expect(typeof (BaseSqliteService.prototype as unknown as Members)[member]).toBe('function')
  })
})

describe("CAP's deployment", () => {
  test.each(['schema', 'data', 'resources'])('has %s(), which may be another one', (member) => {
    const { deploy } = cds as unknown as { deploy: Members }
    expect(Object.getOwnPropertyDescriptor(deploy, member)).toMatchObject({
      value: expect.any(Function),
      writable: true,
    })
  })
})

describe('the driver for PostgreSQL', () => {
  test.each(['prepare', 'handleDataRow', 'handleCommandComplete'])('has %s() for a query', (member) => {
    expect(typeof (PostgresQuery.prototype as unknown as Members)[member]).toBe('function')
  })

  test.each(['bind', 'execute'])('has %s() for a connection', (member) => {
    const { Connection } = createRequire(require.resolve('@cap-js/postgres'))('pg') as { Connection: Class }
    expect(typeof (Connection.prototype as Members)[member]).toBe('function')
  })
})

describe("CAP's OData adapter", () => {
  test.each(['error', 'normalized', 'cleansed', 'sanitized', 'request4', 'log_request'])('has %s()', (member) => {
    expect(typeof (CapODataAdapter.prototype as unknown as Members)[member]).toBe('function')
  })

  test.each([
    ['its parser of URLs', capParser],
    ['its parser of bodies', bodyParser],
    ['its reading of languages', requestedLocale],
    ['the checks of input', inputChecks],
  ])('comes with %s', (_, found) => {
    expect(found).toBeDefined()
  })

  test('is what the protocols of OData are served by', () => {
    const { protocols } = cds.service as unknown as { protocols: Record<string, { impl: unknown }> }
    expect([protocols['odata']?.impl, protocols['odata-v4']?.impl]).toEqual([
      expect.any(Function),
      expect.any(Function),
    ])
  })

  test('has handlers of errors after it', () => {
    expect(finalErrorHandlers().length).toBeGreaterThan(0)
  })

  test.each(['UUID', 'Boolean', 'Date', 'Time', 'DateTime', 'Timestamp', 'Integer', 'Decimal', 'String'])(
    'has a class for the type %s',
    (name) => {
      expect(typeClasses[name]?.prototype).toBeDefined()
    },
  )
})

test("CAP's page of all that is served has links to the services", () => {
  expect(indexPage()).toContain('/odata/v4/SagaFilm')
})
