/**
 * Each statement that import, tableCopy and schemaClone send fails once, BEGIN and COMMIT too: nothing may be left of it.
 * @long: fails each statement once on each engine.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CatalogNames } from '../../../srv/admin/catalog/names.ts'
import { PostgresConnection } from '../../../srv/admin/database/postgres/connection.ts'
import { ChildChannel } from '../../../srv/admin/database/sqlite/child-channel.ts'
import { LocalChannel } from '../../../srv/admin/database/sqlite/local-channel.ts'
import type { Channel } from '../../../srv/admin/database/sqlite/protocol.ts'
import { AdminError } from '../../../srv/admin/core/errors.ts'
import { ROUTES } from '../../../srv/admin/http/routes.ts'
import type { SchemaRegister } from '../../../srv/admin/operations/operation.ts'
import { startEngineApi } from '../../support/engine-api.ts'
import { contentsOf } from '../../support/database-contents.ts'
import { ENGINES, useEngine } from '../../support/engines.ts'
import { makeSagaSchema, ODD } from '../../support/saga-schema.ts'

type Body = Record<string, unknown>

/** The statements of one request, and which of them is to fail; none when 0. */
const wire = { isWatched: false, failAt: 0, sent: [] as string[], cannotBegin: false }

const FAULT = 'SELECT 1 / 0'

const sends = (statement: string): boolean => {
  if (!wire.isWatched) return false
  wire.sent.push(statement)
  return wire.sent.length === wire.failAt
}

/** On PostgreSQL another statement is sent that the server refuses: its transaction is broken as by any other fault. */
const watchPostgres = (): void => {
  const { run, query, submit } = PostgresConnection.prototype
  jest.spyOn(PostgresConnection.prototype, 'run').mockImplementation(function (this: PostgresConnection, sql) {
    const isBegin = sql.startsWith('BEGIN')
    const isFault = (isBegin && wire.isWatched && wire.cannotBegin) || sends(sql)
    // A connection on which a transaction cannot begin is taken for one that was lost, and the next one is tried.
    if (isBegin && isFault) wire.cannotBegin = true
    return run.call(this, isFault ? FAULT : sql)
  })
  jest.spyOn(PostgresConnection.prototype, 'query').mockImplementation(function (
    this: PostgresConnection,
    sql,
    values,
  ) {
    return sends(sql) ? query.call(this, FAULT) : query.call(this, sql, values)
  })
  jest.spyOn(PostgresConnection.prototype, 'submit').mockImplementation(function (this: PostgresConnection, statement) {
    if (sends('COPY')) throw new AdminError('DATABASE_ERROR', 'The fault of a test')
    submit.call(this, statement)
  })
}

/** On SQLite the statement is not sent. What only gives memory back is no statement. */
const watchSqlite = (prototype: Channel): void => {
  const { request } = prototype
  jest.spyOn(prototype, 'request').mockImplementation(function (this: Channel, type, ask) {
    const sql = 'sql' in ask ? ask.sql : ''
    const isUndone = 'commit' in ask && !ask.commit
    const isFault = !type.startsWith('close') && !isUndone && sends(`${type} ${sql}`)
    return isFault
      ? Promise.reject(new AdminError('DATABASE_ERROR', 'The fault of a test'))
      : request.call(this, type, ask)
  })
}

beforeAll(() => {
  watchPostgres()
  watchSqlite(ChildChannel.prototype)
  watchSqlite(LocalChannel.prototype)
})

/** Of cloned schemas: forgets them. */
const NO_REGISTER: SchemaRegister = {
  has: () => false,
  add: () => Promise.resolve(),
  remove: () => Promise.resolve(),
}

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES, {
    names: ({ dialect }) => new CatalogNames(dialect, null, NO_REGISTER),
  })
  const post = async (path: string, body: Body): Promise<Body> => {
    Object.assign(wire, { isWatched: true, sent: [], cannotBegin: false })
    try {
      return await api.post(path, body, 'admin')
    } finally {
      wire.isWatched = false
    }
  }

  beforeAll(async () => {
    await makeSagaSchema(engine())
    writeFileSync(join(api.files, 'planet.csv'), 'id,name,moons\np9,Endor,1\np1,Jakku,\n')
    writeFileSync(join(api.files, 'note.csv'), 'id,text\n1,one\n2,\n9,nine\n')
  })

  test.each<[path: string, body: Body, least: number]>([
    ['/import', { table: 'note', file: 'note.csv', truncate: true }, 8],
    ['/import', { table: 'planet', file: 'planet.csv', onError: 'skip' }, 8],
    ['/tableCopy', { sourceTable: 'person', targetTable: ODD + '2', includeData: true }, 10],
    ['/schemaClone', { target: 'clone', includeData: true }, 20],
  ])(
    '%s %j leaves catalog and rows as they were, whichever statement fails',
    async (path, given, least) => {
      const body = path === '/schemaClone' ? { source: engine().schema, ...given } : given
      const before = await contentsOf(engine())
      for (wire.failAt = 1; ; wire.failAt++) {
        const answer = await post(path, body)
        if (wire.sent.length < wire.failAt) {
          expect(answer).toMatchObject({ success: true })
          break
        }
        const statement = wire.sent[wire.failAt - 1]
        expect([statement, answer['success']]).toEqual([statement, false])
        expect([statement, await contentsOf(engine())]).toEqual([statement, before])
      }
      expect(wire.sent.length).toBeGreaterThan(least)
      expect(wire.sent.join('\n')).toMatch(name === 'PostgreSQL' ? /^BEGIN[^]*^COMMIT$/m : /^begin [^]*^end $/m)
      expect(await contentsOf(engine())).not.toEqual(before)
    },
    60_000,
  )
})
