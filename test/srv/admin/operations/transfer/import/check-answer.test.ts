/** An export that is not all there was is no file to load, least of all over the rows that there are. */
import { DIALECT_ENGINES, execute, query } from '../../../../../support/engines.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { engine, exportTable, importTable, put } = useTransfer(name)
  const stored = () => query(engine().database, 'SELECT id FROM kept ORDER BY id')

  beforeEach(async () => {
    await execute(
      engine().database,
      'DROP TABLE IF EXISTS kept',
      'CREATE TABLE kept (id INTEGER PRIMARY KEY, note VARCHAR(9))',
      "INSERT INTO kept VALUES (1, 'a'), (2, 'b'), (3, 'c')",
    )
  })

  it.each<[string, Record<string, unknown>]>([
    ['complete: false', { complete: false }],
    ['truncated: true', { truncated: true }],
    ['rowCount: 4', { rowCount: 4 }],
    ['rowCount: 2', { rowCount: 2 }],
    ['values of note are masked', { columns: [{ name: 'id' }, { name: 'note', masked: true }] }],
    ['ambiguousColumns: note', { ambiguousColumns: ['note'] }],
  ])('%s is refused before anything is touched, unless it is asked for', async (reason, change) => {
    const { json } = await exportTable({ table: 'kept', format: 'json' })
    put('whole.json', JSON.stringify(json))
    put('cut.json', JSON.stringify({ ...json, ...change }, null, 2))
    for (const dryRun of [true, false])
      expect((await importTable({ table: 'kept', file: 'cut.json', truncate: true, dryRun })).json).toMatchObject({
        code: 'INVALID_FILE_CONTENT',
        details: expect.stringContaining(reason) as string,
      })
    expect(await stored()).toHaveLength(3)
    for (const body of [{ file: 'whole.json' }, { file: 'cut.json', allowIncomplete: true }])
      expect((await importTable({ table: 'kept', truncate: true, ...body })).json).toMatchObject({
        success: true,
        rowsInserted: 3,
        emptied: true,
        truncated: true,
      })
  })

  it('an export of a part says so by itself', async () => {
    const { json } = await exportTable({ table: 'kept', format: 'json', limit: 2 })
    put('part.json', JSON.stringify(json))
    expect((await importTable({ table: 'kept', file: 'part.json', truncate: true })).json).toMatchObject({
      success: false,
    })
    expect(await stored()).toHaveLength(3)
  })

  it.each(['auto', 'order', 'name'])('a first row of values is not taken for names (%s)', async (matchMode) => {
    const { json } = await exportTable({ table: 'kept', includeHeaders: false })
    put('headless.csv', json['content'] as string)
    const body = { table: 'kept', file: 'headless.csv', truncate: true, matchMode }
    expect((await importTable(body)).json).toMatchObject({
      code: 'COLUMN_MISMATCH',
      details: expect.stringContaining("'hasHeader'") as string,
    })
    expect(await stored()).toHaveLength(3)
    if (matchMode === 'name') return
    expect((await importTable({ ...body, hasHeader: false })).json).toMatchObject({ rowsInserted: 3 })
    // Names of somebody else's, said to be names.
    put('other.csv', 'nr,text\n7,x\n')
    expect((await importTable({ ...body, file: 'other.csv', hasHeader: true })).json).toMatchObject({ rowsInserted: 1 })
  })
})
