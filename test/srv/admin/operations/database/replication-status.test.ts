import { createClient } from '../../../../../srv/admin/database/postgres/driver.ts'
import { openPostgres } from '../../../../../srv/admin/database/postgres/database.ts'
import type { Database } from '../../../../../srv/admin/database/session.ts'
import { AdminError } from '../../../../../srv/admin/core/errors.ts'
import { replicationStatus } from '../../../../../srv/admin/operations/database/replication-status.ts'
import { execute, query, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

const ALL_READ = [
  'pg_is_in_recovery',
  'pg_stat_replication',
  'pg_stat_wal_receiver',
  'pg_replication_slots',
  'pg_stat_subscription',
].map((name) => ({ name, status: 'ok' }))

describe('GET /replicationStatus on SQLite', () => {
  const engine = useEngine('SQLite file')

  it('says that there is no such thing', async () => {
    expect(await replicationStatus.run(contextFor(engine()), {})).toEqual({
      engine: 'sqlite',
      supported: false,
      reason: expect.stringContaining('no replication') as string,
      configured: false,
      role: 'standalone',
      ...{ replicas: [], slots: [], subscriptions: [], sources: [] },
      checkedAt: expect.stringMatching(/Z$/) as string,
    })
  })
})

describe('GET /replicationStatus on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const server = () => {
    const { server } = engine()
    if (!server) throw new Error('There is a server')
    return server
  }
  const status = (database: Database = engine().database) =>
    replicationStatus.run(contextFor({ ...engine(), database }), {})

  it('finds a server that stands alone', async () => {
    expect(await status()).toMatchObject({
      supported: true,
      configured: false,
      role: 'standalone',
      replicas: [],
      slots: [],
      sources: ALL_READ,
    })
  })

  it('finds who takes changes, over which slot', async () => {
    await execute(engine().database, `SELECT pg_create_physical_replication_slot('standby_1', true)`)
    const config = { ...server().credentials, application_name: 'standby 1', replication: 'true' }
    const replica = createClient(config)
    replica.on('error', () => undefined)
    await replica.connect()
    const [now] = await query(engine().database, 'SELECT pg_current_wal_lsn()::text AS position')
    replica.query(`START_REPLICATION SLOT standby_1 PHYSICAL ${String(now?.['position'])}`).catch(() => undefined)
    let answer = await status()
    while (!JSON.stringify(answer).includes('"streaming"')) answer = await status()
    expect(answer).toMatchObject({
      configured: true,
      role: 'primary',
      replicas: [
        {
          name: 'standby 1',
          host: '127.0.0.1',
          mode: 'physical',
          status: 'streaming',
          syncState: 'async',
          sentPosition: expect.stringMatching(/^\d+\/\w+$/) as string,
        },
      ],
      slots: [
        {
          name: 'standby_1',
          type: 'physical',
          active: true,
          walStatus: 'reserved',
          retainedBytes: expect.any(Number) as number,
        },
      ],
    })
    replica.connection.stream.destroy()
    while (!JSON.stringify(answer).includes('"active":false')) answer = await status()
    await execute(engine().database, `SELECT pg_drop_replication_slot('standby_1')`)
  })

  it('finds subscriptions', async () => {
    await execute(
      engine().database,
      `CREATE SUBSCRIPTION from_elsewhere CONNECTION 'host=elsewhere password=secret' PUBLICATION p WITH (connect = false)`,
    )
    const answer = await status()
    expect(answer).toMatchObject({
      configured: true,
      role: 'primary',
      subscriptions: [
        { name: 'from_elsewhere', enabled: false, status: 'disabled', receivedPosition: null, lastContact: null },
      ],
    })
    expect(JSON.stringify(answer)).not.toContain('secret')
    await execute(engine().database, 'ALTER SUBSCRIPTION from_elsewhere SET (slot_name = NONE)')
    await execute(engine().database, 'DROP SUBSCRIPTION from_elsewhere')
  })

  it('takes no list for empty that is closed to the user', async () => {
    await execute(engine().database, `CREATE ROLE weak LOGIN PASSWORD 'weak'`)
    const weak = openPostgres({ ...server().credentials, user: 'weak', password: 'weak' })
    expect(await status(weak)).toMatchObject({
      role: 'primary',
      configured: false,
      sources: ALL_READ.map((source) =>
        source.name === 'pg_stat_replication' ? { ...source, status: 'denied' } : source,
      ),
    })
    await weak.close()
  })

  it('refuses when the user may read nothing at all', async () => {
    const closed: Database = {
      ...engine().database,
      read: () => Promise.reject(new AdminError('INSUFFICIENT_PRIVILEGE', 'no')),
    }
    await expect(status(closed)).rejects.toMatchObject({ code: 'INSUFFICIENT_PRIVILEGE' })
  })

  it('passes on that the database is away', async () => {
    const away: Database = {
      ...engine().database,
      read: () => Promise.reject(new AdminError('DATABASE_UNAVAILABLE', 'away')),
    }
    await expect(status(away)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
  })
})
