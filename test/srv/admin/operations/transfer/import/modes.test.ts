import fc from 'fast-check'
import { DIALECT_ENGINES, execute } from '../../../../../support/engines.ts'
import { runs } from '../../../../../support/long.ts'
import { useTransfer } from '../../../../../support/transfer.ts'

type Mode = 'upsert' | 'ignore' | 'update'
const MODES: readonly Mode[] = ['upsert', 'ignore', 'update']
type Row = readonly [id: number, code: string | null, title: string | null]

/** What rows become that come one after the other. */
const oracle = (mode: Mode, key: 0 | 1, before: readonly Row[], file: readonly Row[]) => {
  const rows = before.map((row) => [...row] as [number, string | null, string | null])
  const counts = { rowsInserted: 0, rowsUpdated: 0, rowsIgnored: 0 }
  for (const row of file) {
    const met = rows.find((other) => other[key] === row[key])
    if (met && mode !== 'ignore') {
      for (const column of [0, 1, 2] as const) if (column !== key) met[column] = row[column] as never
      counts.rowsUpdated++
    } else if (!met && mode !== 'update') {
      rows.push([...row])
      counts.rowsInserted++
    } else counts.rowsIgnored++
  }
  return { rows, counts }
}

const csvOf = (rows: readonly Row[]): string =>
  ['id,code,title', ...rows.map(([id, code, title]) => [id, code ?? '', title ?? ''].join())].join('\n') + '\n'

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const { engine, exportTable, importTable, put } = useTransfer(name)
  const isPostgres = name === 'PostgreSQL'
  const run = (...statements: string[]): Promise<void> => execute(engine().database, ...statements)
  const contentOf = async (table: string): Promise<string> =>
    (await exportTable({ table }, { accept: 'text/csv' })).text.replaceAll('\r\n', '\n')
  const send = async (body: Record<string, unknown>, content?: string) => {
    if (content !== undefined) put('rows.csv', content)
    return (await importTable({ file: 'rows.csv', ...body })).json
  }

  beforeAll(async () => {
    await run(
      "CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, code VARCHAR(10), title VARCHAR(20) DEFAULT 'new')",
      'CREATE TABLE loose (id INTEGER NOT NULL, code VARCHAR(10), title VARCHAR(20))',
      'CREATE TABLE parent (id INTEGER NOT NULL PRIMARY KEY)',
      `CREATE TABLE child (id INTEGER NOT NULL PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id) DEFERRABLE INITIALLY DEFERRED,
         total INTEGER GENERATED ALWAYS AS (parent_id * 2) STORED)`,
      'CREATE TABLE pair (a INTEGER NOT NULL, b VARCHAR(5) NOT NULL, n INTEGER UNIQUE, PRIMARY KEY (a, b))',
    )
  })
  beforeEach(async () => {
    await run('DELETE FROM item', 'DELETE FROM loose', 'DELETE FROM child', 'DELETE FROM parent', 'DELETE FROM pair')
    await run("INSERT INTO item VALUES (1, 'a', 'one'), (2, 'b', 'two')")
    await run("INSERT INTO loose VALUES (1, 'a', 'one'), (2, 'b', 'two'), (3, 'b', 'three'), (4, NULL, 'four')")
    await run('INSERT INTO parent VALUES (1), (2)', 'INSERT INTO child (id, parent_id) VALUES (1, 1)')
    await run("INSERT INTO pair VALUES (1, 'x', 10), (1, 'y', 20)")
  })

  it.each([
    ['upsert', { rowsInserted: 1, rowsUpdated: 3, rowsIgnored: 0 }, '1,a,one\n2,,TWO\n3,d,again\n'],
    ['ignore', { rowsInserted: 1, rowsUpdated: 0, rowsIgnored: 3 }, '1,a,one\n2,b,two\n3,c,three\n'],
    ['update', { rowsInserted: 0, rowsUpdated: 2, rowsIgnored: 2 }, '1,a,one\n2,,TWO\n'],
  ])('%s tells what became of each row, also of several with one key', async (mode, counts, content) => {
    const answer = await send({ table: 'item', mode }, 'id,code,title\n2,b,zwei\n3,c,three\n2,,TWO\n3,d,again\n')
    expect(answer).toMatchObject({ success: true, mode, rowsRead: 4, rowsRejected: 0, ...counts })
    expect(await contentOf('item')).toBe(`id,code,title\n${content}`)
  })

  it('does as if rows came one after the other, by any columns', async () => {
    const row = fc.tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom('a', 'b', 'c'),
      fc.option(fc.constantFrom('x', 'y')),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...MODES),
        fc.constantFrom('id', 'code'),
        fc.uniqueArray(row, { selector: ([id]) => id }),
        fc.uniqueArray(row, { selector: ([, code]) => code }),
        fc.array(row, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (mode, key, byId, byCode, file, skips) => {
          const before = key === 'id' ? byId : byCode
          await run('DELETE FROM loose')
          if (before.length > 0)
            await run(
              `INSERT INTO loose VALUES ${before.map(([id, code, title]) => `(${id}, '${code}', ${title === null ? 'NULL' : `'${title}'`})`).join()}`,
            )
          const expected = oracle(mode, key === 'id' ? 0 : 1, before, file)
          const more = skips ? { onError: 'skip', batchSize: 2 } : {}
          const answer = await send({ table: 'loose', mode, keys: key, ...more }, csvOf(file))
          expect(answer).toMatchObject({ success: true, rowsRead: file.length, ...expected.counts })
          const lines = (await contentOf('loose')).trimEnd().split('\n').slice(1)
          expect(lines.sort()).toEqual(csvOf(expected.rows).trimEnd().split('\n').slice(1).sort())
        },
      ),
      { numRuns: runs(25, 300) },
    )
  })

  it('leaves what the file does not have, and gives defaults to new rows only', async () => {
    const answer = await send({ table: 'item', mode: 'upsert' }, 'id,code\n1,z\n9,n\n')
    expect(answer).toMatchObject({ rowsInserted: 1, rowsUpdated: 1, defaultedColumns: ['title'] })
    expect(await contentOf('item')).toBe('id,code,title\n1,z,one\n2,b,two\n9,n,new\n')
  })

  it('updates without columns that a new row would need', async () => {
    expect(await send({ table: 'pair', mode: 'update', keys: ['n'] }, 'n,b\n20,z\n')).toMatchObject({ rowsUpdated: 1 })
    expect(await send({ table: 'pair', mode: 'upsert', keys: ['n'] }, 'n,b\n20,q\n')).toMatchObject({
      code: 'COLUMN_MISMATCH',
    })
    expect(await contentOf('pair')).toBe('a,b,n\n1,x,10\n1,z,20\n')
  })

  it('NULL is no key', async () => {
    const content = 'id,code,title\n7,,seven\n8,a,eight\n'
    expect(await send({ table: 'loose', mode: 'upsert', keys: 'code' }, content)).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: expect.stringMatching(/^Line 2, column 'code'/) as string,
    })
    const skipped = await send({ table: 'loose', mode: 'upsert', keys: 'code', onError: 'skip' }, content)
    expect(skipped).toMatchObject({ rowsUpdated: 1, rowsRejected: 1, errors: [{ line: 2, column: 'code' }] })
  })

  it('refuses a key that several rows have, and changes none', async () => {
    const before = await contentOf('loose')
    const content = 'id,code,title\n9,a,x\n7,b,seven\n'
    for (const mode of MODES) {
      const answer = await send({ table: 'loose', mode, keys: 'code' }, content)
      expect(answer).toMatchObject({
        code: 'CONSTRAINT_VIOLATION',
        details: 'Line 3: Several rows of the table have this key',
      })
    }
    expect(await contentOf('loose')).toBe(before)
    const skipped = await send({ table: 'loose', mode: 'update', keys: 'code', onError: 'skip' }, content)
    expect(skipped).toMatchObject({ rowsUpdated: 1, rowsRejected: 1, errors: [{ line: 3 }] })
  })

  it('names the line of a row that breaks another constraint, and leaves it out when asked to', async () => {
    const content = 'a,b,n\n1,x,11\n1,y,11\n2,z,30\n'
    expect(await send({ table: 'pair', mode: 'upsert' }, content)).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: expect.stringMatching(/^Line [23]:/) as string,
    })
    expect(await contentOf('pair')).toBe('a,b,n\n1,x,10\n1,y,20\n')
    expect(await send({ table: 'pair', mode: 'upsert', onError: 'skip' }, content)).toMatchObject({
      rowsInserted: 1,
      rowsUpdated: 1,
      rowsRejected: 1,
    })
  })

  it('a row without a partner is refused by its line; one that is ignored needs none', async () => {
    expect(await send({ table: 'child', mode: 'upsert' }, 'id,parent_id,total\n1,2,4\n2,7,14\n')).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: expect.stringMatching(/^Line 3:/) as string,
    })
    const skipped = await send({ table: 'child', mode: 'ignore', onError: 'skip' }, 'id,parent_id\n1,7\n2,7\n3,2\n')
    expect(skipped).toMatchObject({ rowsInserted: 1, rowsIgnored: 1, rowsRejected: 1, errors: [{ line: 3 }] })
    expect(await contentOf('child')).toBe('id,parent_id,total\n1,1,2\n3,2,4\n')
  })

  it('a dry run counts the same, and changes nothing', async () => {
    const before = await contentOf('item')
    const answer = await send({ table: 'item', mode: 'upsert', dryRun: true }, 'id,title\n1,x\n5,y\n')
    expect(answer).toMatchObject({ dryRun: true, rowsInserted: 1, rowsUpdated: 1 })
    expect(await contentOf('item')).toBe(before)
  })

  it('after truncate, only rows of the file meet', async () => {
    const content = 'id,title\n1,x\n1,y\n'
    expect(await send({ table: 'item', mode: 'ignore', truncate: true }, content)).toMatchObject({
      rowsInserted: 1,
      rowsIgnored: 1,
    })
    expect(await contentOf('item')).toBe('id,code,title\n1,,x\n')
    expect(await send({ table: 'item', mode: 'update', truncate: true }, content)).toMatchObject({
      code: 'INVALID_PARAMETER',
    })
  })

  it.each([
    [{ table: 'loose', mode: 'upsert' }, 'KEY_REQUIRED'],
    [{ table: 'loose', mode: 'upsert', keys: 'nope' }, 'COLUMN_NOT_FOUND'],
    [{ table: 'loose', keys: 'id' }, 'INVALID_PARAMETER'],
    [{ table: 'item', mode: 'replace' }, 'INVALID_PARAMETER'],
    [{ table: 'item', mode: 'upsert', keys: 'code' }, 'COLUMN_MISMATCH'],
    [{ table: 'loose', mode: 'update', keys: 'id,title' }, 'COLUMN_MISMATCH'],
  ])('%j is %s', async (body, code) => {
    expect(await send(body, 'id,title\n1,x\n')).toMatchObject({ success: false, code })
  })

  it('what a trigger leaves out is ignored', async () => {
    await run('CREATE TABLE picky (id INTEGER PRIMARY KEY, n INTEGER)', 'INSERT INTO picky VALUES (1, 1), (2, 2)')
    await run(
      ...(isPostgres
        ? [
            `CREATE FUNCTION pick() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.n < 0 THEN RETURN NULL; END IF; RETURN NEW; END $$`,
            'CREATE TRIGGER picks BEFORE INSERT OR UPDATE ON picky FOR EACH ROW EXECUTE FUNCTION pick()',
          ]
        : ['INSERT', 'UPDATE'].map(
            (change) =>
              `CREATE TRIGGER pick_${change} BEFORE ${change} ON picky WHEN NEW.n < 0 BEGIN SELECT RAISE(IGNORE); END`,
          )),
    )
    expect(await send({ table: 'picky' }, 'id,n\n3,3\n4,-4\n')).toMatchObject({ rowsInserted: 1, rowsIgnored: 1 })
    expect(await send({ table: 'picky', mode: 'upsert' }, 'id,n\n1,-1\n2,20\n5,-5\n6,6\n')).toMatchObject({
      rowsInserted: 1,
      rowsUpdated: 1,
      rowsIgnored: 2,
    })
    expect(await contentOf('picky')).toBe('id,n\n1,1\n2,20\n3,3\n6,6\n')
  })

  it('leaves no trace of how rows were found', async () => {
    await send({ table: 'loose', mode: 'update', keys: 'title' }, 'title,code\none,q\n')
    const sql = isPostgres
      ? "SELECT relname AS name FROM pg_class WHERE relname LIKE 'dba_import%'"
      : "SELECT name FROM sqlite_schema WHERE name LIKE 'dba_import%'"
    const { database } = engine()
    const found = await database.read({ signal: new AbortController().signal, timeoutMs: 10_000 }, (session) =>
      session.query({ sql, parameters: [] }),
    )
    expect(found).toEqual([])
  })

  if (isPostgres)
    it('numbers that the database always gives are keys, or are left out', async () => {
      await run(
        'CREATE TABLE numbered (id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code VARCHAR(5), t VARCHAR(5))',
      )
      await send({ table: 'numbered' }, 'id,code,t\n5,a,x\n')
      expect(await send({ table: 'numbered', mode: 'upsert' }, 'id,code,t\n5,a,y\n8,b,z\n')).toMatchObject({
        rowsInserted: 1,
        rowsUpdated: 1,
      })
      expect(await send({ table: 'numbered', mode: 'upsert', keys: 'code' }, 'id,code,t\n1,a,q\n')).toMatchObject({
        code: 'COLUMN_MISMATCH',
      })
      const renumbered = { table: 'numbered', mode: 'upsert', keys: 'code', identities: 'renumber' }
      expect(await send(renumbered, 'id,code,t\n1,a,q\n1,c,n\n')).toMatchObject({ rowsInserted: 1, rowsUpdated: 1 })
      expect(await contentOf('numbered')).toBe('id,code,t\n5,a,q\n8,b,z\n9,c,n\n')
    })
})
