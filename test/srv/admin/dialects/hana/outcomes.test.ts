/** What operations make of a HANA that is as strict as HANA. */
import { defineTable } from '../../../../support/hana/structure-statements.ts'
import { filmHana } from '../../../../support/hana/run-operations.ts'

const clone = { source: 'APP', target: 'CLONE', includeData: true }
const copy = { sourceTable: 'FILM', targetTable: 'COPY', includeData: true }

describe('a clone', () => {
  it('refers to nothing of its source, whatever LIKE brings along', async () => {
    const { double, run } = filmHana()
    await run('schemaClone', clone)
    const keys = double.system.rows('SYS.REFERENTIAL_CONSTRAINTS', { SCHEMA_NAME: 'CLONE' })
    expect(keys.map((key) => [key['CONSTRAINT_NAME'], key['REFERENCED_SCHEMA_NAME']])).toEqual([
      ['FK_FILM_DIRECTOR_ID', 'CLONE'],
      ['FK_FILM_OLD_DIRECTOR_ID', 'CLONE'],
    ])
  })

  it.each([true, false])('that fails leaves nothing, and tells why (changes commit at first: %s)', async (commits) => {
    const { double, run } = filmHana({ isAutoCommitDdl: commits })
    double.faults.push({ sql: /^INSERT INTO "CLONE"."FILM_NO_KEY"/, code: 4 })
    await expect(run('schemaClone', clone)).rejects.toMatchObject({ details: 'The database is short of memory' })
    expect(double.system.rows('SYS.SCHEMAS', { SCHEMA_NAME: 'CLONE' })).toEqual([])
    expect(double.system.rows('SYS.TABLES', { SCHEMA_NAME: 'CLONE' })).toEqual([])
  })

  it('has sequences whose numbers have no exponent', async () => {
    const { double, run } = filmHana()
    await run('schemaClone', clone)
    expect(double.sent.map(({ sql }) => sql)).toContainEqual(
      'CREATE SEQUENCE "CLONE"."FILM_NUMBER" START WITH 1 INCREMENT BY 1 MINVALUE 1 MAXVALUE 9999 NO CYCLE NO CACHE',
    )
  })
})

describe('an import', () => {
  it.each([
    ['upsert', { rowsInserted: 1, rowsUpdated: 1, rowsIgnored: 0 }],
    ['ignore', { rowsInserted: 1, rowsUpdated: 0, rowsIgnored: 1 }],
    ['update', { rowsInserted: 0, rowsUpdated: 1, rowsIgnored: 1 }],
  ])('%s tells what became of rows', async (mode, counts) => {
    const { run } = filmHana()
    await run('import', { table: 'FILM', file: 'films.ndjson' })
    expect(await run('import', { table: 'FILM', file: 'more-films.ndjson', mode })).toMatchObject(counts)
  })
})

describe('a transaction that writes', () => {
  it('first says that changes of structure do not end it, since saying so ends it', async () => {
    const { double, run } = filmHana()
    await run('tableCopy', copy)
    const settings = double.sent.map(({ sql }) => sql).filter((sql) => sql.startsWith('SET TRANSACTION'))
    const writes = settings.slice(settings.indexOf('SET TRANSACTION AUTOCOMMIT DDL OFF'))
    expect(writes).toHaveLength(4)
    expect(settings).not.toContain('SET TRANSACTION AUTOCOMMIT DDL ON')
  })

  it.each([
    [131, 'LOCK_TIMEOUT'],
    [133, 'LOCK_TIMEOUT'],
    [139, 'OPERATION_CANCELLED'],
    [301, 'CONSTRAINT_VIOLATION'],
    [307, 'INVALID_PARAMETER'],
    [undefined, 'INVALID_PARAMETER'],
  ])('that fails with %s says so, with or without its savepoint', async (code, expected) => {
    const { double, run } = filmHana()
    double.faults.push({ sql: /^INSERT INTO "APP"."FILM"/, ...(code !== undefined && { code }) })
    await expect(run('import', { table: 'FILM', file: 'films.csv' })).rejects.toMatchObject({ code: expected })
    expect(double.system.database.prepare('SELECT count(*) AS n FROM "APP.FILM"').get()).toEqual({ n: 5 })
  })
})

describe('a foreign key that is checked at the end', () => {
  const dryRun = async (checkTime: string) => {
    const { double, run } = filmHana()
    double.system.database.exec(`UPDATE "SYS.REFERENTIAL_CONSTRAINTS" SET CHECK_TIME = '${checkTime}'`)
    double.system.database.exec('DELETE FROM "APP.FILM" WHERE DIRECTOR_ID = 9; DELETE FROM "APP.FILM_OLD"')
    return run('import', { table: 'FILM', file: 'orphans.csv', dryRun: true })
  }

  it('is checked by a dry run, too', async () => {
    await expect(dryRun('INITIALLY_DEFERRED')).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
  })

  it('of which there are none is not asked for', async () => {
    expect(await dryRun('INITIALLY_IMMEDIATE')).toMatchObject({ rowsInserted: 1 })
  })

  it('stays one in a copy', async () => {
    const { double, run } = filmHana()
    double.system.database.exec(
      `UPDATE "SYS.REFERENTIAL_CONSTRAINTS" SET CHECK_TIME = 'INITIALLY DEFERRED', IS_ENFORCED = 'FALSE', IS_VALIDATED = 'FALSE'`,
    )
    await run('tableCopy', { sourceTable: 'FILM', targetTable: 'COPY' })
    expect(double.sent.map(({ sql }) => sql)).toContainEqual(
      expect.stringMatching(/^ALTER TABLE "APP"."COPY" ADD .* NOT VALIDATED NOT ENFORCED INITIALLY DEFERRED$/),
    )
  })
})

describe('the user of a container', () => {
  it.each([
    ['schemaClone', clone, 'CREATE SCHEMA'],
    ['schemaClone', { ...clone, dryRun: true }, 'CREATE SCHEMA'],
    ['tableCopy', copy, `CREATE ANY on schema 'APP'`],
    ['tableCopy', { ...copy, dryRun: true }, `CREATE ANY on schema 'APP'`],
  ])('is told what %s needs before anything is made', async (operation, input, privilege) => {
    const { double, run } = filmHana({ isContainer: true })
    const told = expect.stringMatching(`${privilege}: grant it.*design-time files.*container's API`) as string
    const refusal = { code: 'FORBIDDEN', details: told }
    await expect(run(operation, input)).rejects.toMatchObject(refusal)
    expect(double.sent.filter(({ sql }) => /^(?:CREATE|INSERT)/.test(sql))).toEqual([])
  })

  it.each([
    ['INSERT', {}],
    ['DELETE', { truncate: true }],
  ])('hears that an import would need %s, and who grants it', async (privilege, more) => {
    const { double, run } = filmHana({ isContainer: true })
    double.faults.push({ sql: new RegExp(`^${privilege}`), code: 258 })
    await expect(run('import', { table: 'FILM_NO_KEY', file: 'films.csv', ...more })).rejects.toMatchObject({
      code: 'INSUFFICIENT_PRIVILEGE',
      details: expect.stringMatching(`${privilege} on "APP"."FILM_NO_KEY": grant it.*#DI`) as string,
    })
  })

  it.each(['CREATE ANY', 'CREATE TABLE'])('may copy into a schema where it has %s', async (PRIVILEGE) => {
    const { double, run } = filmHana({ isContainer: true })
    const grant = { USER_NAME: 'SAGA', OBJECT_TYPE: 'SCHEMA', SCHEMA_NAME: 'OTHER', PRIVILEGE }
    double.system.tell('SYS.EFFECTIVE_PRIVILEGES', { ...grant, IS_VALID: 'TRUE' })
    expect(await run('tableCopy', { ...copy, targetSchema: 'OTHER' })).toMatchObject({ rowsCopied: 5 })
    await expect(run('tableCopy', copy)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each([true, false])('hears from dbInfo whether it is one: %s', async (isContainer) => {
    const { run } = filmHana({ isContainer })
    expect(await run('dbInfo', { details: true })).toMatchObject({
      ...{ database: 'H00', version: '4.00.000.00.1700000000', platform: 'SAP HANA Cloud' },
      ...{ tenant: 'H00', isContainer },
    })
    expect(await run('dbInfo', {})).not.toHaveProperty('isContainer')
  })
})

describe('values that HANA compares no more than 5,000 characters of', () => {
  it.each([
    ['compareData', {}],
    ['compareData', { keyColumns: 'TITLE' }],
    ['compareData', { excludeColumns: 'ID' }],
    ['dataDiff', {}],
  ])('are named by %s %j, and none is cut', async (operation, input) => {
    const { double, run } = filmHana()
    const write = (length: number): void => {
      double.system.database.exec(`UPDATE "APP.FILM_OLD" SET OPENING = '${'x'.repeat(length)}' WHERE ID = 5`)
    }
    const pair = { table1: 'FILM', table2: 'FILM_OLD', ...input }
    write(5_001)
    const details = expect.stringMatching(/'OPENING' \(NCLOB\).*5000.*exclude it/) as string
    await expect(run(operation, pair)).rejects.toMatchObject({ code: 'NOT_SUPPORTED', details })
    expect(await run(operation, { ...pair, where: 'id < 5' })).toBeDefined()
    const keyColumns = 'TITLE'
    expect(await run('compareData', { ...pair, keyColumns, excludeColumns: 'OPENING' })).toBeDefined()
    write(5_000)
    expect(await run(operation, pair)).toBeDefined()
  })
})

describe('answers', () => {
  it('tell large texts as texts, with all of their characters', async () => {
    const { run } = filmHana()
    const films = await run('export', { table: 'FILM', format: 'json', columns: 'OPENING', limit: 1 })
    expect(films).toContain('It is a period of civil war. 🚀')
    expect(await run('views', { definition: true })).toMatchObject({
      views: [{ name: 'FILM_TITLE', definition: 'SELECT ID, TITLE, OPENING FROM APP.FILM' }],
    })
  })

  it('count what the statements count', async () => {
    const { run } = filmHana()
    const profile = await run('dataProfile', { table: 'FILM', columns: 'OPENING,RATING', where: 'id < 4' })
    expect(profile).toMatchObject({
      rowCount: 3,
      columns: [
        { name: 'OPENING', nullCount: 0, emptyCount: 1 },
        { name: 'RATING', avg: expect.closeTo(8.533, 2) as number, distinctCount: 3 },
      ],
    })
    expect(await run('compareData', { table1: 'FILM', table2: 'FILM_OLD' })).toMatchObject({
      summary: { matching: 3, different: 1, onlyInTable1: 1, onlyInTable2: 0 },
    })
    expect(await run('duplicateDetection', { table: 'FILM', columns: 'TITLE' })).toMatchObject({
      ...{ totalRows: 5, duplicateGroups: 2, totalDuplicates: 2 },
    })
  })

  it('tell partitioned tables from others', async () => {
    const { run } = filmHana()
    const { tables } = (await run('tables', {})) as unknown as { tables: { name: string; type: string }[] }
    expect(tables.map(({ name, type }) => `${name} ${type}`)).toEqual([
      ...['DIRECTOR partitioned', 'FILM table', 'FILM_NO_KEY table', 'FILM_OLD table'],
      ...['KINDS table', 'KINDS_AS_TEXT table', 'OTHER_KINDS table', 'OTHER_KINDS_OLD table'],
    ])
  })

  it('have names as they are spelt, also where small letters are all that tells them apart', async () => {
    const { double, run } = filmHana()
    const columns = ['total', 'TOTAL', 'n', 'v0', 'top'].map((name) => ({ name, type: 'INTEGER', isKey: name === 'n' }))
    defineTable(double.system, { schema: 'APP', name: 'top', columns })
    expect(await run('export', { table: 'top', format: 'json' })).toContain('[]')
    expect(await run('duplicateDetection', { table: 'top' })).toMatchObject({ totalRows: 0 })
    expect(await run('dataProfile', { table: 'top' })).toMatchObject({ rowCount: 0, columnCount: 5 })
  })
})
