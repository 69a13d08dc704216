import { gzipSync } from 'node:zlib'
import { DIALECT_ENGINES, execute } from '../../../../../support/engines.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

const LIMITS = { limits: { importFileBytesMax: 4_000_000 } }

/** More than may be unpacked, and nothing that packs well. */
const NUMBERS = Array.from(
  { length: 400_000 },
  (_, index) => `${String(index)},${String((index * 7919) % 1_000_003)}\n`,
).join('')

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { engine, exportTable, importTable, put } = useTransfer(name, { settings: LIMITS })
  const run = (...statements: string[]): Promise<void> => execute(engine().database, ...statements)
  const contentOf = async (table: string): Promise<string> =>
    (await exportTable({ table }, { accept: 'text/csv' })).text.replaceAll('\r\n', '\n')
  const send = async (body: Record<string, unknown>) => (await importTable(body)).json

  describe('several files', () => {
    const FILES = [
      { table: 'person', file: 'person.csv' },
      { table: 'planet', file: 'planet.ndjson' },
      { table: 'galaxy', file: 'galaxy.csv' },
    ]

    beforeAll(async () => {
      await run(
        'CREATE TABLE galaxy (id INTEGER NOT NULL PRIMARY KEY)',
        'CREATE TABLE planet (id INTEGER NOT NULL PRIMARY KEY, galaxy_id INTEGER REFERENCES galaxy (id) ON DELETE CASCADE)',
        'CREATE TABLE person (id INTEGER NOT NULL PRIMARY KEY, planet_id INTEGER REFERENCES planet (id))',
      )
      if (name === 'PostgreSQL')
        await run(
          'CREATE TABLE ship (id INTEGER NOT NULL PRIMARY KEY, captain_id INTEGER)',
          'CREATE TABLE captain (id INTEGER NOT NULL PRIMARY KEY, ship_id INTEGER REFERENCES ship (id))',
          'ALTER TABLE ship ADD CONSTRAINT ship_captain FOREIGN KEY (captain_id) REFERENCES captain (id)',
        )
      else
        await run(
          'CREATE TABLE ship (id INTEGER NOT NULL PRIMARY KEY, captain_id INTEGER REFERENCES captain (id))',
          'CREATE TABLE captain (id INTEGER NOT NULL PRIMARY KEY, ship_id INTEGER REFERENCES ship (id))',
        )
    })
    beforeEach(async () => {
      await run('DELETE FROM person', 'DELETE FROM planet', 'DELETE FROM galaxy')
      await run('UPDATE ship SET captain_id = NULL', 'DELETE FROM captain', 'DELETE FROM ship')
      put('person.csv', 'id;planet_id\n1;1\n2;1\n')
      put('planet.ndjson', '{"id":1,"galaxy_id":1}\n{"id":2,"galaxy_id":1}\n')
      put('galaxy.csv', 'id\n1\n')
    })

    it('come in the order of what refers to what, and are told in their own', async () => {
      const answer = await send({ files: FILES })
      expect(answer).toMatchObject({
        success: true,
        rowsRead: 5,
        rowsInserted: 5,
        files: [
          { table: 'person', format: 'csv', delimiter: ';', rowsInserted: 2 },
          { table: 'planet', format: 'ndjson', delimiter: null, rowsInserted: 2 },
          { table: 'galaxy', file: 'galaxy.csv', rowsInserted: 1 },
        ],
      })
      expect(answer).not.toHaveProperty('table')
      // Emptied in the other direction.
      expect(await send({ files: FILES, truncate: true })).toMatchObject({ emptied: true, rowsInserted: 5 })
      expect(await contentOf('person')).toBe('id,planet_id\n1,1\n2,1\n')
    })

    it('are all there or none, and the error names the file', async () => {
      put('person.csv', 'id,planet_id\n1,1\n2,9\n')
      expect(await send({ files: FILES })).toMatchObject({
        code: 'CONSTRAINT_VIOLATION',
        details: expect.stringMatching(/^File 'person.csv': Line 3:/) as string,
      })
      put('person.csv', 'id,planet_id\n1,1\nx,1\n')
      expect(await send({ files: FILES })).toMatchObject({
        code: 'INVALID_FILE_CONTENT',
        details: expect.stringMatching(/^File 'person.csv': Line 3, column 'id'/) as string,
      })
      put('person.csv', 'id,planet_id,nope\n1,1,\n')
      expect(await send({ files: FILES, strictColumns: true, matchMode: 'name' })).toMatchObject({
        code: 'COLUMN_MISMATCH',
      })
      expect(await contentOf('galaxy')).toBe('id\n')
    })

    it('a dry run does all and undoes it', async () => {
      expect(await send({ files: FILES, dryRun: true })).toMatchObject({ dryRun: true, rowsInserted: 5 })
      expect(await contentOf('galaxy')).toBe('id\n')
    })

    it('may have several for one table', async () => {
      put('more.csv', 'id\n2\n3\n')
      const files = [FILES[2], { table: 'GALAXY', file: 'more.csv' }]
      expect(await send({ files, truncate: true })).toMatchObject({ rowsInserted: 3 })
      expect(await contentOf('galaxy')).toBe('id\n1\n2\n3\n')
    })

    describe('of tables that refer to each other', () => {
      const CYCLE = [
        { table: 'ship', file: 'ship.csv' },
        { table: 'captain', file: 'captain.csv' },
      ]
      beforeEach(() => {
        put('ship.csv', 'id,captain_id\n1,1\n2,2\n')
        put('captain.csv', 'id,ship_id\n1,1\n2,2\n')
      })

      it.each([{}, { mode: 'upsert' }, { truncate: true }])('come in with %j', async (more) => {
        expect(await send({ files: CYCLE, ...more })).toMatchObject({ success: true, rowsInserted: 4 })
        expect(await send({ files: CYCLE, mode: 'upsert' })).toMatchObject({ rowsUpdated: 4 })
        expect(await send({ files: CYCLE, truncate: true })).toMatchObject({ rowsInserted: 4 })
        expect(await contentOf('ship')).toBe('id,captain_id\n1,1\n2,2\n')
      })

      it('are refused whole when a row has no partner', async () => {
        put('captain.csv', 'id,ship_id\n1,1\n')
        for (const dryRun of [true, false])
          expect(await send({ files: CYCLE, dryRun })).toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
        expect(await contentOf('ship')).toBe('id,captain_id\n')
      })

      it('single rows cannot be left out', async () => {
        expect(await send({ files: CYCLE, onError: 'skip' })).toMatchObject({ code: 'NOT_SUPPORTED' })
      })

      it('keys are looked at as before afterwards', async () => {
        await send({ files: CYCLE })
        await expect(run('INSERT INTO ship VALUES (3, 99)')).rejects.toMatchObject({ code: 'CONSTRAINT_VIOLATION' })
      })
    })

    it.each([
      [{ files: FILES, table: 'galaxy' }, 'INVALID_PARAMETER'],
      [{ files: [] }, 'INVALID_PARAMETER'],
      [{ table: 'galaxy' }, 'MISSING_PARAMETER'],
      [{ file: 'galaxy.csv' }, 'MISSING_PARAMETER'],
      [{ files: [{ table: 'galaxy', file: 'nope.csv' }] }, 'FILE_NOT_FOUND'],
      [{ files: [{ table: 'nope', file: 'galaxy.csv' }] }, 'TABLE_NOT_FOUND'],
      [{ files: [{ table: 'galaxy', file: 'galaxy.csv', mode: 'upsert' }] }, 'UNKNOWN_FIELD'],
    ])('%j is %s', async (body, code) => {
      expect(await send(body)).toMatchObject({ success: false, code })
    })
  })

  describe('a file that gzip has packed', () => {
    const CONTENT = 'id,name\n1,one\n2,two\n'
    beforeAll(() =>
      run(
        'CREATE TABLE packed (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(20))',
        'CREATE TABLE bulk (id INTEGER, name VARCHAR(20))',
      ),
    )
    beforeEach(() => run('DELETE FROM packed'))

    it.each([
      ['packed.csv.gz', {}, CONTENT],
      ['packed.GZ', { format: 'csv' }, CONTENT],
      ['packed.csv', {}, CONTENT],
      ['packed.json.gz', {}, '[{"id":1,"name":"one"},{"id":2,"name":"two"}]'],
      ['packed.ndjson.gz', {}, '{"id":1,"name":"one"}\n{"id":2,"name":"two"}\n'],
      ['packed.tsv.gzip', {}, CONTENT.replaceAll(',', '\t')],
    ])('%s is unpacked', async (file, more, content) => {
      put(file, gzipSync(content))
      expect(await send({ table: 'packed', file, ...more })).toMatchObject({ compression: 'gzip', rowsInserted: 2 })
      expect(await contentOf('packed')).toBe(CONTENT)
    })

    it('may have several parts', async () => {
      put('parts.csv.gz', Buffer.concat([gzipSync('id,name\n1,one\n'), gzipSync('2,two\n')]))
      expect(await send({ table: 'packed', file: 'parts.csv.gz' })).toMatchObject({ rowsInserted: 2 })
    })

    it.each([
      ['no gzip at all', 'INVALID_FILE_CONTENT', Buffer.from(CONTENT)],
      ['cut', 'INVALID_FILE_CONTENT', gzipSync(CONTENT.repeat(1_000)).subarray(0, 60)],
      ['damaged', 'INVALID_FILE_CONTENT', gzipSync(CONTENT).fill(7, gzipSync(CONTENT).length - 8)],
      ['followed by something', 'INVALID_FILE_CONTENT', Buffer.concat([gzipSync(CONTENT), Buffer.from('more')])],
      ['a bomb', 'PAYLOAD_TOO_LARGE', gzipSync(`id,name\n${'1,a\n'.repeat(900_000)}`)],
      ['too large', 'PAYLOAD_TOO_LARGE', gzipSync(`id,name\n${NUMBERS}`)],
    ])('%s: refused, and nothing is lost', async (_, code, content) => {
      await run('DELETE FROM bulk', "INSERT INTO bulk VALUES (7, 'seven')")
      put('bad.csv.gz', content)
      expect(await send({ table: 'bulk', file: 'bad.csv.gz', truncate: true })).toMatchObject({
        success: false,
        code,
      })
      expect(await contentOf('bulk')).toBe('id,name\n7,seven\n')
    })

    it('a workbook is packed already', async () => {
      put('book.xlsx.gz', gzipSync('x'))
      expect(await send({ table: 'packed', file: 'book.xlsx.gz' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    })
  })

  it('what divides the fields is found out, and told', async () => {
    await run('CREATE TABLE divided (a INTEGER, b VARCHAR(20))')
    for (const [delimiter, content] of [
      [';', 'a;b\n1;x,y\n'],
      ['\t', 'a\tb\n2\tx;y,z\n'],
      ['|', 'b|a\n"x|y"|3\n'],
    ] as const) {
      put('divided.csv', content)
      expect(await send({ table: 'divided', file: 'divided.csv' })).toMatchObject({ delimiter, rowsInserted: 1 })
    }
    put('divided.csv', '1;2,3\n')
    expect(await send({ table: 'divided', file: 'divided.csv', hasHeader: false })).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
      details: expect.stringContaining("send 'delimiter'") as string,
    })
    expect(await send({ table: 'divided', file: 'divided.csv', hasHeader: false, delimiter: ';' })).toMatchObject({
      rowsInserted: 1,
    })
  })

  it('numbers and times are read as the request spells them, and refused otherwise', async () => {
    await run('CREATE TABLE spelled (price DECIMAL(9, 2), day DATE, at TIMESTAMP)')
    const asked = { table: 'spelled', file: 'spelled.csv', truncate: true }
    put('spelled.csv', 'price;day;at\n1,5;24.12.2025;1.2.2003 4:05\n')
    expect(await send(asked)).toMatchObject({ code: 'INVALID_FILE_CONTENT' })
    expect(await send({ ...asked, decimal: ',' })).toMatchObject({ code: 'INVALID_FILE_CONTENT' })
    expect(await send({ ...asked, decimal: ',', dates: 'german' })).toMatchObject({ rowsInserted: 1, delimiter: ';' })
    expect(await contentOf('spelled')).toBe('price,day,at\n1.50,2025-12-24,2003-02-01T04:05:00.000Z\n')
    put('spelled.csv', 'price,day,at\n1.50,0,86400\n')
    expect(await send({ ...asked, epoch: 'seconds' })).toMatchObject({ rowsInserted: 1 })
    expect(await contentOf('spelled')).toBe('price,day,at\n1.50,1970-01-01,1970-01-02T00:00:00.000Z\n')
    put('spelled.csv', 'price,day,at\n1.50,1,1\n')
    // SQLite keeps the second in its column of dates.
    expect(await send({ ...asked, epoch: 'seconds' })).toMatchObject(
      name === 'PostgreSQL'
        ? { details: expect.stringContaining("column 'day'") as string }
        : { success: true, rowsInserted: 1 },
    )
    put('spelled.ndjson', '{"price":1.5}\n')
    expect(await send({ table: 'spelled', file: 'spelled.ndjson', decimal: ',' })).toMatchObject({
      code: 'INVALID_PARAMETER',
    })
  })

  it.each(['csv', 'ndjson', 'json'])('an export that gzip has packed as %s comes in again', async (format) => {
    await run('DROP TABLE IF EXISTS round', 'CREATE TABLE round (id INTEGER, name VARCHAR(20))')
    await run("INSERT INTO round VALUES (1, 'ä'), (2, NULL), (3, '')")
    const before = await contentOf('round')
    const answer = await exportTable({ table: 'round', format, gzip: true })
    expect(answer.headers).toMatchObject({ 'content-type': 'application/gzip' })
    expect(answer.headers['content-disposition']).toContain(`round.${format}.gz`)
    put(`round.${format}.gz`, answer.bytes)
    expect(await send({ table: 'round', file: `round.${format}.gz`, truncate: true })).toMatchObject({
      compression: 'gzip',
      format,
      rowsInserted: 3,
    })
    expect(await contentOf('round')).toBe(before)
    expect((await exportTable({ table: 'round', format: 'xlsx', gzip: true })).json).toMatchObject({
      code: 'INVALID_PARAMETER',
    })
  })
})
