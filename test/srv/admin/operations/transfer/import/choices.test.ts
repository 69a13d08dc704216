/** What a person decides about a file: which column goes where, how values are written, what becomes of rows that do not fit. */
import { existsSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { DIALECT_ENGINES, execute } from '../../../../../support/engines.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { api, engine, exportTable, importTable, put, read } = useTransfer(name)
  const contentOf = async (): Promise<string> =>
    (await exportTable({ table: 'person' }, { accept: 'text/csv' })).text.replaceAll('\r\n', '\n')

  beforeAll(async () => {
    await execute(
      engine().database,
      'CREATE TABLE person (id INTEGER NOT NULL PRIMARY KEY, first_name VARCHAR(10), last_name VARCHAR(10), active BOOLEAN, born DATE)',
    )
  })
  beforeEach(() => execute(engine().database, 'DELETE FROM person'))

  describe('the mapping of columns', () => {
    const file = 'id;Nachname;Vorname;Name;Name\n1;Organa;Leia;a;b\n'

    test('goes by names and places, and leaves the others out', async () => {
      put('people.csv', file)
      const columnMapping = [
        { file: 'id', table: 'id' },
        { file: 'Vorname', table: 'FIRST_NAME' },
        { file: 2, table: 'last_name' },
      ]
      const { json } = await importTable({ table: 'person', file: 'people.csv', columnMapping })
      expect(json).toMatchObject({
        matchMode: 'columnMapping',
        columnMapping: [
          { file: 'id', table: 'id' },
          { file: 'Nachname', table: 'last_name' },
          { file: 'Vorname', table: 'first_name' },
        ],
        ignoredFileColumns: ['Name', 'Name'],
        defaultedColumns: ['active', 'born'],
      })
      expect(await contentOf()).toBe('id,first_name,last_name,active,born\n1,Leia,Organa,,\n')
      // What an answer tells can be sent.
      await execute(engine().database, 'DELETE FROM person')
      const again = await importTable({ table: 'person', file: 'people.csv', columnMapping: json['columnMapping'] })
      expect(again.json).toMatchObject({ rowsInserted: 1, columnMapping: json['columnMapping'] })
    })

    test('is of each file where there are several, and of objects', async () => {
      put('people.ndjson', '{"nr": 1, "name": "Leia"}\n')
      const columnMapping = [
        { file: 'nr', table: 'id' },
        { file: 'name', table: 'first_name' },
      ]
      await importTable({ files: [{ table: 'person', file: 'people.ndjson', columnMapping }] })
      expect(await contentOf()).toBe('id,first_name,last_name,active,born\n1,Leia,,,\n')
    })

    test.each([
      [[{ file: 'nothing', table: 'id' }], "The file has no column 'nothing'"],
      [[{ file: 6, table: 'id' }], 'The file has no column 6'],
      [[{ file: 'Name', table: 'id' }], "Several columns of the file are called 'Name': send places"],
      [[{ file: 'id', table: 'nothing' }], "The table has no column 'nothing' that takes values"],
      [[1, 2].map((place) => ({ file: place, table: 'id' })), "Two columns of the file are for 'id'"],
      [['id', 'first_name'].map((table) => ({ file: 1, table })), "Column 'id' of the file is for two of the table"],
    ])('%j is refused', async (columnMapping, details) => {
      put('people.csv', file)
      const { json } = await importTable({ table: 'person', file: 'people.csv', columnMapping })
      expect([json['code'], json['details']]).toEqual(['COLUMN_MISMATCH', details])
    })

    test('stands for itself', async () => {
      put('people.csv', file)
      const body = { table: 'person', file: 'people.csv', columnMapping: [{ file: 'id', table: 'id' }] }
      expect((await importTable({ ...body, matchMode: 'name' })).json['code']).toBe('INVALID_PARAMETER')
      const several = { files: [{ table: 'person', file: 'people.csv' }], columnMapping: body.columnMapping }
      expect((await importTable(several)).json['code']).toBe('INVALID_PARAMETER')
    })
  })

  test('booleans are written in words that are sent, and in those of everywhere', async () => {
    put('people.csv', 'id,active\n1,Ja\n2,nein\n3,true\n4,x\n5,0\n')
    const words = { trueValues: 'ja,x', falseValues: ['nein'] }
    await importTable({ table: 'person', file: 'people.csv', ...words })
    const { json } = await exportTable({ table: 'person', format: 'json', columns: 'active' })
    expect(json['rows']).toEqual([true, false, true, true, false].map((active) => ({ active })))
    await execute(engine().database, 'DELETE FROM person')
    expect((await importTable({ table: 'person', file: 'people.csv' })).json).toMatchObject({
      code: 'INVALID_FILE_CONTENT',
    })
  })

  describe('rejected rows', () => {
    const skipping = { table: 'person', onError: 'skip', keepRejected: true, hasHeader: true }
    const send = async (file: string, content: string | Uint8Array, more = {}) => {
      put(file, content)
      return (await importTable({ ...skipping, file, ...more })).json
    }

    test('have their value told, and are kept as they are, to be mended and imported', async () => {
      const content =
        'id;first_name;born\r\n1;Leia;19.02.1977\r\n2;"Luke;\r\n""S""";never\r\nthree;"";\r\n4;too long a name;\r\n5;Han;1;2\r\n1;again;\r\n'
      for (const dryRun of [true, false]) {
        const json = await send('people.csv', content, { dates: 'german', dryRun })
        const errors = (json['errors'] as { line: number; column: string | null; value: string | null }[]).sort(
          (a, b) => a.line - b.line,
        )
        expect(errors.map(({ line, column, value }) => [line, column, value])).toEqual([
          [3, 'born', 'never'],
          [5, 'id', 'three'],
          [6, 'first_name', 'too long a name'],
          [7, null, null],
          [8, null, null],
        ])
        expect(json).toMatchObject({ rowsInserted: 1, rowsRejected: 5, rejectedFile: 'people.rejected.csv' })
        expect(read('people.rejected.csv')).toBe(content.replace('1;Leia;19.02.1977\r\n', ''))
      }
      const mended = read('people.rejected.csv')
        .replace('never', '')
        .replace('three', '3')
        .replace('too long a name', 'x')
      expect(await send('mended.csv', mended)).toMatchObject({
        rowsInserted: 3,
        rowsRejected: 2,
        rejectedFile: 'mended.rejected.csv',
      })
    })

    test('of other formats become lines of text or of objects', async () => {
      const ofJson = '[{"id": 1},\n{"id": "x", "n": 12345678901234567890.10},\n{"id": 2}]'
      expect(await send('people.json', ofJson)).toMatchObject({ rejectedFile: 'people.rejected.ndjson' })
      expect(read('people.rejected.ndjson')).toBe('{"id":"x","n":12345678901234567890.10}\n')
      const packed = gzipSync(Buffer.from('id\tfirst_name\n11\tLeia\n17\tZoë\nx\tZoë\n', 'latin1'))
      expect(await send('people.tsv.gz', packed, { encoding: 'latin1' })).toMatchObject({
        rejectedFile: 'people.rejected.tsv',
      })
      const kept = readFileSync(join(api.files, 'people.rejected.tsv'), 'latin1')
      expect(kept).toBe('id\tfirst_name\r\nx\tZoë\r\n')
    })

    test('are not kept where there are none, or where nobody can tell them apart', async () => {
      expect(await send('fine.csv', 'id\n1\n')).toMatchObject({ rejectedFile: null })
      expect(existsSync(join(api.files, 'fine.rejected.csv'))).toBe(false)
      expect(await send('line.json', '[{"id": 2}, {"id": "x"}]')).toMatchObject({ rowsRejected: 1, rejectedFile: null })
      expect(existsSync(join(api.files, 'line.rejected.ndjson'))).toBe(false)
    })

    test('are of no use where none is left out', async () => {
      expect(await send('fine.csv', 'id\n1\n', { onError: 'abort' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    })

    test('of a workbook become CSV', async () => {
      await execute(engine().database, "INSERT INTO person VALUES (1, 'a,b', NULL, TRUE, '1977-02-19')")
      const { bytes: sheet } = await exportTable({ table: 'person', format: 'xlsx' }, { accept: XLSX })
      expect(await send('people.xlsx', sheet)).toMatchObject({ rowsRejected: 1, rejectedFile: 'people.rejected.csv' })
      const [head, row] = read('people.rejected.csv').split('\r\n')
      expect(head?.replaceAll('"', '')).toBe('id,first_name,last_name,active,born')
      expect(row).toMatch(/^1,"a,b",,true,"?1977-02-19/)
      await execute(engine().database, 'DELETE FROM person')
      unlinkSync(join(api.files, 'people.xlsx'))
      const { json } = await importTable({ table: 'person', file: 'people.rejected.csv' })
      expect(json).toMatchObject({ rowsInserted: 1 })
    })
  })
})

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
