import { createClient } from '../../../../../srv/admin/database/postgres/driver.ts'
import { OWN_ROUTES, ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { endSession } from '../../../../../srv/admin/operations/database/end-session.ts'
import { as } from '../../../../support/admin-api.ts'
import { startEngineApi } from '../../../../support/engine-api.ts'
import { execute, query, useEngine } from '../../../../support/engines.ts'
import { openHana } from '../../../../../srv/admin/database/hana/database.ts'
import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { contextFor } from '../../../../support/operation-context.ts'
import { filmHana } from '../../../../support/hana/run-operations.ts'

describe('DELETE /sessions on SQLite', () => {
  const engine = useEngine('SQLite file')
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES])

  it('says that there are none', async () => {
    const answer = await api.send({ method: 'DELETE', path: '/api/v1/sessions?id=1.1', headers: as('admin') })
    expect(answer.json).toMatchObject({ success: false, code: 'NOT_SUPPORTED' })
  })
})

describe('DELETE /sessions on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES])
  const end = async (parameters: Record<string, string>, user = 'admin') => {
    const path = `/api/v1/sessions?${new URLSearchParams(parameters).toString()}`
    return (await api.send({ method: 'DELETE', path, headers: as(user) })).json
  }
  const connect = async (given: object = {}) => {
    const client = createClient({ ...engine().server?.credentials, ...given })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const idOf = async (pid: number | null): Promise<string> => {
    const { sessions } = (await api.get('/sessions', 'operator')) as { sessions: { number: number; id: string }[] }
    return sessions.find(({ number }) => number === pid)?.id ?? ''
  }
  const isThere = async (pid: number | null): Promise<boolean> =>
    (await query(engine().database, 'SELECT 1 FROM pg_stat_activity WHERE pid = $1', [pid])).length > 0
  const gone = async (pid: number | null): Promise<boolean> => {
    for (let tries = 0; tries < 200; tries++) {
      if (!(await isThere(pid))) return true
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return false
  }

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE film (id int PRIMARY KEY, title text)',
      `INSERT INTO film VALUES (1, 'A New Hope')`,
      `CREATE ROLE holder LOGIN PASSWORD 'holder'`,
      'GRANT SELECT, UPDATE ON film TO holder',
    ),
  )

  it('ends who blocks others, whose work is undone: the others go on', async () => {
    const holder = await connect({ user: 'holder', password: 'holder' })
    await holder.query(`BEGIN; UPDATE film SET title = 'held' WHERE id = 1`)
    const waiter = await connect()
    const waited = waiter.query(`UPDATE film SET title = title || '!' WHERE id = 1`)
    const id = await idOf(holder.processID)
    expect(await end({ id }, 'operator')).toMatchObject({ code: 'FORBIDDEN' })
    expect(await end({ id })).toMatchObject({ success: true, id, ended: true })
    await waited
    expect(await gone(holder.processID)).toBe(true)
    expect(await query(engine().database, 'SELECT title FROM film')).toEqual([{ title: 'A New Hope!' }])
    expect(await end({ id })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await waiter.end()
  })

  it('never ends another session that has got the same number', async () => {
    const other = await connect({ user: 'holder', password: 'holder' })
    const [, mark = ''] = (await idOf(other.processID)).split('.')
    const before = `${String(other.processID)}.${String(BigInt(mark) - 1n)}`
    expect(await end({ id: before })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    for (const id of [String(other.processID), `${String(other.processID)}.`, "1.1' OR true", '0.0'])
      expect(await end({ id })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    expect(await isThere(other.processID)).toBe(true)
    await other.end()
  })

  it('ends what may be of this server itself only when that is said', async () => {
    const own = await connect()
    const id = await idOf(own.processID)
    expect(await end({ id })).toMatchObject({ code: 'OWN_SESSION' })
    expect(await isThere(own.processID)).toBe(true)
    expect(await end({ id, own: 'true' })).toMatchObject({ ended: true })
    expect(await gone(own.processID)).toBe(true)
  })

  it('knows the sessions of its own database only', async () => {
    const elsewhere = await connect({ database: 'template1' })
    expect(await idOf(elsewhere.processID)).toBe('')
    const [row] = await query(
      engine().database,
      'SELECT (extract(epoch FROM backend_start) * 1000000)::bigint AS mark FROM pg_stat_activity WHERE pid = $1',
      [elsewhere.processID],
    )
    const id = `${String(elsewhere.processID)}.${String(row?.['mark'])}`
    expect(await end({ id, own: 'true' })).toMatchObject({ code: 'SESSION_NOT_FOUND' })
    await elsewhere.end()
  })
})

describe('DELETE /sessions on HANA', () => {
  it('disconnects the connection that is meant, by its number', async () => {
    const { double } = filmHana()
    const told = { HOST: 'h', PORT: 30040, CONNECTION_STATUS: 'IDLE', USER_NAME: 'ADA', CLIENT_IP: '10.0.0.2' }
    double.system.tell('SYS.M_CONNECTIONS', { ...told, CONNECTION_ID: 4713, START_TIME: '2026-01-02 03:04:05.000000000' }) // prettier-ignore
    const database = openHana({ host: 'h', port: 443, user: 'SAGA', password: 'p', schema: 'APP' }, double)
    const context = contextFor({ database, dialect: hanaDialect }, { role: 'admin' })
    const id = '4713.20260102030405000000000'
    await expect(endSession.run(context, { id: '4713.20260102030404000000000' })).rejects.toMatchObject({
      code: 'SESSION_NOT_FOUND',
    })
    expect(await endSession.run(context, { id })).toEqual({ id, ended: true })
    const ended = double.sent.map(({ sql }) => sql).filter((sql) => sql.startsWith('ALTER SYSTEM'))
    expect(ended).toEqual([`ALTER SYSTEM DISCONNECT SESSION '4713'`])
    await database.close()
  })
})
