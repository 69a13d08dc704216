import { compileWhere } from '../../../../../srv/admin/core/filter/compile.ts'
import type { Statement, ValueKind } from '../../../../../srv/admin/core/values.ts'
import { openHana } from '../../../../../srv/admin/database/hana/database.ts'
import type { ColumnMetadata } from '../../../../../srv/admin/dialects/metadata.ts'
import { hanaDialect } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import { alerts } from '../../../../../srv/admin/operations/database/alerts.ts'
import { dbInfo } from '../../../../../srv/admin/operations/database/db-info.ts'
import { replicationStatus } from '../../../../../srv/admin/operations/database/replication-status.ts'
import { tables } from '../../../../../srv/admin/operations/listing/tables.ts'
import { sdiTasks } from '../../../../../srv/admin/operations/system/sdi-tasks.ts'
import { FakeHana, type Recorded } from '../../../../support/fake-hana.ts'
import { contextFor } from '../../../../support/operation-context.ts'

const column = (kind: ValueKind, scale: number | null = null) => ({ name: 'c', kind, scale }) as ColumnMetadata
const on = (...recorded: Recorded[]) => {
  const database = openHana({ host: 'h', port: 443, user: 'u', password: 'p' }, new FakeHana(...recorded))
  return contextFor({ database, dialect: hanaDialect })
}

/** No live system is at hand: statements are checked for their form, answers are in the form of the manual's views. */
describe('the HANA dialect', () => {
  const page = { schema: 'APP', pattern: '%', limit: 10, offset: 0 }
  const { catalog } = hanaDialect
  const statements: Record<string, Statement> = {
    databaseInfo: catalog.databaseInfo.statement(),
    databaseDetails: catalog.databaseDetails.statement(),
    currentSchema: catalog.currentSchema.statement(),
    schemas: catalog.schemas.statement({ ...page, includeSystem: false }),
    tables: catalog.tables.statement(page),
    views: catalog.views.statement({ ...page, definition: true }),
    schemaNames: catalog.schemaNames.statement({ name: 'app' }),
    objectNames: catalog.objectNames.statement({ schema: 'APP', name: 'film' }),
    allObjects: catalog.allObjects.statement({ schema: 'APP' }),
    columnsOf: catalog.columnsOf.statement({ schema: 'APP', tables: ['FILM', 'PEOPLE'] }),
    columns: catalog.columns.statement({ schema: 'APP', table: 'FILM' }),
    uniqueKeys: catalog.uniqueKeys.statement({ schema: 'APP', table: 'FILM' }),
    foreignKeys: catalog.foreignKeys.statement({ schema: 'APP', table: 'FILM' }),
    allForeignKeys: catalog.foreignKeys.statement({ schema: 'APP', table: null }),
  }

  it.each(Object.entries(statements))(
    'binds every value of %s, and balances its brackets',
    (_name, { sql, parameters }) => {
      expect(sql.split('?')).toHaveLength(parameters.length + 1)
      expect(sql.split('(')).toHaveLength(sql.split(')').length)
      expect(sql).not.toMatch(/APP|FILM|undefined/)
    },
  )

  it('tells the product by the version', () => {
    const info = (version: string) => catalog.databaseInfo.item({ database: 'HDB', version })
    expect(info('4.00.000.00.1700000000')).toEqual({
      database: 'HDB',
      version: '4.00.000.00.1700000000',
      platform: 'SAP HANA Cloud',
    })
    expect(info('2.00.070.00').platform).toBe('SAP HANA')
  })

  it('reads columns', () => {
    const row = {
      name: 'C',
      position: 1,
      type: 'NVARCHAR',
      length: 100,
      scale: null,
      nullable: 'TRUE',
      default_value: null,
      generation: null,
      comment: null,
      key_position: null,
    }
    expect(catalog.columns.item(row)).toMatchObject({
      type: 'NVARCHAR(100)',
      kind: 'text',
      length: 100,
      nullable: true,
      isGenerated: false,
      keyPosition: null,
    })
    expect(
      catalog.columns.item({ ...row, type: 'DECIMAL', length: 10, scale: 2, nullable: 'FALSE', key_position: 1 }),
    ).toMatchObject({ type: 'DECIMAL(10,2)', precision: 10, scale: 2, nullable: false, keyPosition: 1 })
    expect(catalog.columns.item({ ...row, type: 'NCLOB', length: 2147483647 })).toMatchObject({
      type: 'NCLOB',
      length: null,
    })
    expect(catalog.columns.item({ ...row, type: 'INTEGER', generation: 'ALWAYS AS IDENTITY' })).toMatchObject({
      identity: 'always',
      isGenerated: false,
    })
    expect(catalog.columns.item({ ...row, type: 'INTEGER', generation: 'ALWAYS AS' })).toMatchObject({
      identity: null,
      isGenerated: true,
    })
  })

  it('reads unique keys of several columns', () => {
    expect(catalog.uniqueKeys.item({ columns: 'SERIES\u001fNUMBER' })).toEqual(['SERIES', 'NUMBER'])
  })

  it('reads foreign keys of several columns', () => {
    const row = {
      name: 'FK',
      schema: 'APP',
      table: 'STAY',
      parent_schema: 'APP',
      parent: 'VISIT',
      on_update: 'RESTRICT',
      on_delete: 'CASCADE',
      enforced: 'TRUE',
      columns: 'A\u001fB, C',
      parent_columns: 'X\u001fY',
    }
    expect(catalog.foreignKeys.item(row)).toMatchObject({
      columns: ['A', 'B, C'],
      referencedColumns: ['X', 'Y'],
      isEnforced: true,
    })
  })

  it('answers values in the form of all engines', () => {
    expect(hanaDialect.jsonValue(column('timestamp'), '2024-02-29 12:00:00.123000000')).toBe('2024-02-29T12:00:00.123Z')
    expect(hanaDialect.jsonValue(column('boolean'), 1)).toBe(true)
    expect(hanaDialect.jsonValue(column('integer'), 2n ** 60n)).toBe('1152921504606846976')
    expect(hanaDialect.jsonValue(column('binary'), Uint8Array.of(1))).toBe('AQ==')
    expect(hanaDialect.bindValue(column('timestamp'), '2024-02-29T14:00:00+02:00')).toBe('2024-02-29 12:00:00.000')
    expect(hanaDialect.selectExpression(column('decimal', 2), '"c"')).toBe('TO_VARCHAR("c")')
  })

  it('writes filters with one parameter after another', () => {
    const columns = [column('timestamp'), { ...column('text'), name: 't' }]
    expect(
      compileWhere(
        `c > '2024-02-29' and t like 'a!%%' escape '!' and substring(t, 2, 3) = 'x'`,
        hanaDialect.filterTarget(columns),
      ),
    ).toEqual({
      sql: `( ( "c" > TO_TIMESTAMP(?) ) and ( "t" LIKE TO_NVARCHAR(?) ESCAPE '\\' ) and ( SUBSTRING("t", TO_BIGINT(?), TO_BIGINT(?)) = TO_NVARCHAR(?) ) )`,
      parameters: ['2024-02-29 00:00:00.000', 'a\\%%', 2n, 3n, 'x'],
    })
  })

  it('knows the schemas of the engine', () => {
    expect(['SYS', '_SYS_STATISTICS', 'SYSTEM'].every((schema) => hanaDialect.isSystemSchema(schema))).toBe(true)
    expect(['APP', 'SYSTEMS', 'MY_SYS_'].some((schema) => hanaDialect.isSystemSchema(schema))).toBe(false)
  })
})

describe('operations on HANA', () => {
  it('tell the database', async () => {
    const info = {
      sql: /M_DATABASE/,
      rows: [
        {
          database: 'HDB',
          version: '4.00.000.00',
          schema: 'APP',
          user: 'U',
          serverTime: '2024-01-01 00:00:00.000000000',
          startedAt: '2023-01-01 00:00:00.000000000',
        },
      ],
    }
    const services = { sql: /M_SERVICES/, error: 258 }
    expect(await dbInfo.run(on(info), {})).toEqual({
      database: 'HDB',
      version: '4.00.000.00',
      platform: 'SAP HANA Cloud',
    })
    expect(await dbInfo.run(on(info, services), { details: true })).toMatchObject({
      engine: 'hana',
      startedAt: '2023-01-01T00:00:00.000Z',
      services: [],
    })
  })

  it('list tables', async () => {
    const row = {
      schema: 'APP',
      name: 'FILM',
      type: 'table',
      comment: 'Films',
      columnCount: 7,
      rowCount: 6,
      rowCountExact: 1,
      sizeBytes: 4096,
      createdAt: '2024-01-01 00:00:00.000000000',
      total: 12,
    }
    const context = on(
      { sql: /CURRENT_SCHEMA|SYS\.SCHEMAS/, rows: [{ name: 'APP' }] },
      { sql: /SYS\.TABLES/, rows: [row] },
    )
    expect(await tables.run(context, { schema: 'app', limit: 1 })).toMatchObject({
      ...{ schema: 'APP', count: 1, total: 12, truncated: true },
      tables: [
        { name: 'FILM', comment: 'Films', rowCount: 6, rowCountExact: true, createdAt: '2024-01-01T00:00:00.000Z' },
      ],
    })
  })

  it("tell the engine's own alerts", async () => {
    const row = {
      id: 2,
      time: '2024-01-01 00:00:00.000000000',
      rating: 4,
      name: 'Disk usage',
      description: 'Disk is nearly full.',
      details: '95 %',
      action: 'Add disks.',
    }
    expect(await alerts.run(on({ sql: /STATISTICS_CURRENT_ALERTS/, rows: [row] }), {})).toMatchObject({
      counts: { high: 1 },
      alerts: [
        {
          code: 'ALERT_2',
          severity: 'high',
          name: 'Disk usage',
          source: 'engine',
          userAction: 'Add disks.',
          timestamp: '2024-01-01T00:00:00.000Z',
        },
      ],
      checks: [{ id: 'statistics-server', status: 'alert' }],
    })
    await expect(alerts.run(on({ sql: /STATISTICS_CURRENT_ALERTS/, error: 258 }), {})).rejects.toMatchObject({
      code: 'INSUFFICIENT_PRIVILEGE',
    })
    expect(await alerts.run(on({ sql: /STATISTICS_CURRENT_ALERTS/, error: 259 }), {})).toMatchObject({
      checks: [{ status: 'skipped' }],
      alerts: [],
    })
  })

  it('tell replication, and that nothing is known where the views are closed', async () => {
    const mode = (value: string | null): Recorded => ({ sql: /M_INIFILE_CONTENTS/, rows: [{ mode: value }] })
    const replica = {
      name: 'SITE_B',
      host: 'b',
      port: 30003,
      mode: 'SYNC',
      status: 'ACTIVE',
      syncState: '',
      sentPosition: 100,
      replayPosition: 90,
      lagBytes: 10,
      lagSeconds: 1,
      lastContact: null,
    }
    expect(
      await replicationStatus.run(on(mode('primary'), { sql: /M_SERVICE_REPLICATION/, rows: [replica] }), {}),
    ).toMatchObject({
      configured: true,
      role: 'primary',
      replicas: [{ name: 'SITE_B', status: 'ACTIVE', sentPosition: '100', lagBytes: 10 }],
    })
    expect(await replicationStatus.run(on(mode(null), { sql: /M_SERVICE_REPLICATION/, rows: [] }), {})).toMatchObject({
      configured: false,
      role: 'standalone',
    })
    expect(
      await replicationStatus.run(
        on({ sql: /M_INIFILE_CONTENTS/, error: 258 }, { sql: /M_SERVICE_REPLICATION/, rows: [] }),
        {},
      ),
    ).toMatchObject({
      role: 'unknown',
      sources: [
        { name: 'M_INIFILE_CONTENTS', status: 'denied' },
        { name: 'M_SERVICE_REPLICATION', status: 'ok' },
      ],
    })
  })

  it('list tasks from the views that there are', async () => {
    const execution = {
      schema: 'APP',
      name: 'LOAD',
      type: 'task',
      status: 'RUNNING',
      lastStart: '2024-01-01 00:00:00.000000000',
      lastEnd: null,
      progressPercent: 50,
      processedRecords: 7,
    }
    expect(
      await sdiTasks.run(
        on(
          { sql: /TASK_EXECUTIONS/, rows: [execution] },
          { sql: /REMOTE_SUBSCRIPTIONS/, error: 259 },
          { sql: /SCHEDULER_JOBS/, error: 258 },
        ),
        {},
      ),
    ).toMatchObject({
      tasks: [
        {
          name: 'LOAD',
          schema: 'APP',
          type: 'task',
          source: '_SYS_TASK.TASK_EXECUTIONS',
          status: 'RUNNING',
          progressPercent: 50,
          processedRecords: 7,
        },
      ],
      sources: [{ status: 'ok' }, { status: 'missing' }, { status: 'denied' }],
    })
  })
})
