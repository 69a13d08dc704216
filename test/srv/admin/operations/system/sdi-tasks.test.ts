import { sdiTasks } from '../../../../../srv/admin/operations/system/sdi-tasks.ts'
import { execute, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe('GET /sdiTasks on SQLite', () => {
  const engine = useEngine('SQLite file')

  it('says that there is no such thing', async () => {
    expect(await sdiTasks.run(contextFor(engine()), {})).toEqual({
      engine: 'sqlite',
      supported: false,
      reason: expect.stringContaining('no data-integration tasks') as string,
      ...{ tasks: [], count: 0, truncated: false, sources: [] },
    })
  })
})

describe('GET /sdiTasks on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')
  const list = () => sdiTasks.run(contextFor(engine()), {})

  it('tells which sources are missing', async () => {
    expect(await list()).toEqual({
      engine: 'postgres',
      supported: true,
      tasks: [],
      count: 0,
      truncated: false,
      sources: [
        { name: 'pg_subscription', status: 'ok' },
        { name: 'cron.job', status: 'missing' },
      ],
    })
  })

  it('lists subscriptions', async () => {
    await execute(
      engine().database,
      `CREATE SUBSCRIPTION films CONNECTION 'host=elsewhere' PUBLICATION p WITH (connect = false)`,
    )
    expect(await list()).toMatchObject({
      tasks: [
        {
          name: 'films',
          schema: null,
          type: 'subscription',
          source: 'pg_subscription',
          status: 'disabled',
          enabled: false,
        },
      ],
      count: 1,
    })
    await execute(engine().database, 'ALTER SUBSCRIPTION films SET (slot_name = NONE)')
    await execute(engine().database, 'DROP SUBSCRIPTION films')
  })

  it('lists the jobs of pg_cron, each with its last run', async () => {
    // The tables of the extension, which cannot be installed here: https://github.com/citusdata/pg_cron
    await execute(
      engine().database,
      'CREATE SCHEMA cron',
      'CREATE TABLE cron.job (jobid bigint, jobname text, active boolean)',
      `CREATE TABLE cron.job_run_details (jobid bigint, runid bigint, status text, return_message text, start_time timestamptz, end_time timestamptz)`,
      `INSERT INTO cron.job VALUES (1, 'nightly', true), (2, NULL, false)`,
      `INSERT INTO cron.job_run_details VALUES
         (1, 1, 'succeeded', '1 row', '2024-01-01 00:00:00+00', '2024-01-01 00:00:05+00'),
         (1, 2, 'failed', 'division by zero', '2024-01-02 00:00:00+00', '2024-01-02 00:00:05.5+00')`,
    )
    const nothing = { schema: null, type: 'job', source: 'cron.job', progressPercent: null, processedRecords: null }
    expect(await list()).toMatchObject({
      tasks: [
        {
          ...{ ...nothing, name: 'nightly', status: 'failed', enabled: true, lastError: 'division by zero' },
          ...{ lastStart: '2024-01-02T00:00:00.000Z', lastEnd: '2024-01-02T00:00:05.500Z' },
        },
        { ...nothing, name: 'job 2', status: null, enabled: false, lastStart: null, lastEnd: null, lastError: null },
      ],
      count: 2,
    })
  })
})
