import { openHana } from '../../../../../srv/admin/database/hana/database.ts'
import { batches, unhurried } from '../../../../support/engines.ts'
import { FakeHana, lob, type Recorded } from '../../../../support/fake-hana.ts'

const text = (sql: string) => ({ sql, parameters: [] })
const open = (...recorded: Recorded[]) => {
  const fake = new FakeHana(...recorded)
  return { fake, database: openHana({ host: 'h', port: '443', user: 'u', password: 'p', schema: 'App"s' }, fake) }
}
const READ = ['SET TRANSACTION ISOLATION LEVEL REPEATABLE READ', 'SET TRANSACTION READ ONLY']

/** No live system is at hand: the driver replays answers in the form that `hdb` gives them. */
describe('the HANA database', () => {
  it('reads in one read-only transaction, in the schema of the credentials', async () => {
    const { fake, database } = open({ sql: /^SELECT/, rows: [{ ID: 1, NAME: 'Luke' }] })
    expect(
      await database.read(unhurried(), (session) =>
        session.query({ sql: 'SELECT ?', parameters: [2n ** 60n, Uint8Array.of(1)] }),
      ),
    ).toEqual([{ ID: 1, NAME: 'Luke' }])
    expect(fake.log).toEqual(['SET SCHEMA "App""s"', ...READ, 'SELECT ?', 'COMMIT'])
    expect(fake.parameters[3]).toEqual(['1152921504606846976', Buffer.of(1)])
    expect(fake.clients[0]?.isAutoCommit).toBe(false)
    await database.read(unhurried(), (session) => session.query(text('SELECT')))
    expect(fake.clients).toHaveLength(1)
    await database.close()
  })

  it('streams in batches, and reads large values', async () => {
    const rows = Array.from({ length: 2_500 }, (_, id) => ({
      id,
      large: id === 0 ? lob('text') : id === 1 ? lob(Buffer.of(7)) : null,
    }))
    const { database } = open({ sql: /^SELECT/, rows })
    const sizes: number[] = []
    await database.read(unhurried(), async (session) => {
      for await (const batch of session.stream(text('SELECT'))) {
        if (sizes.length === 0)
          expect(batch.slice(0, 3)).toEqual([
            [0, 'text'],
            [1, Uint8Array.of(7)],
            [2, null],
          ])
        sizes.push(batch.length)
      }
    })
    expect(sizes).toEqual([1_000, 1_000, 500])
  })

  it('writes in one transaction, structure included, with arrays of rows', async () => {
    const { fake, database } = open({ sql: /^INSERT/, changed: [1, 1] }, { sql: /^DELETE/, changed: 3 })
    const counts = await database.write(unhurried(), async (session) => [
      await session.execute(text('DELETE FROM T')),
      await session.insert(
        { schema: 'S', table: 'T"', columns: ['A', 'b'] },
        batches([
          [1, 'x'],
          [2, null],
        ]),
      ),
    ])
    expect(counts).toEqual([3, 2])
    expect(fake.log).toContain('SET TRANSACTION AUTOCOMMIT DDL OFF')
    expect(fake.log.slice(-4)).toEqual([
      'SAVEPOINT "ADMIN_1"',
      'INSERT INTO "S"."T""" ("A", "b") VALUES (?, ?)',
      'RELEASE SAVEPOINT "ADMIN_1"',
      'COMMIT',
    ])
    // Numbers are sent as texts where nothing tells that they are numbers.
    expect(fake.parameters.at(-2)).toEqual([
      ['1', 'x'],
      ['2', null],
    ])
  })

  it('undoes a refused insert, and rolls back with its error', async () => {
    const { fake, database } = open({ sql: /^INSERT/, error: 301 })
    const writing = database.write(unhurried(), (session) =>
      session.insert({ schema: 'S', table: 'T', columns: ['A'] }, batches([[1]])),
    )
    await expect(writing).rejects.toMatchObject({ name: 'InsertError', code: 'CONSTRAINT_VIOLATION', rowIndex: null })
    expect(fake.log.slice(-2)).toEqual(['ROLLBACK TO SAVEPOINT "ADMIN_1"', 'ROLLBACK'])
  })

  it.each([
    [258, 'INSUFFICIENT_PRIVILEGE'],
    [259, 'TABLE_NOT_FOUND'],
    [260, 'COLUMN_NOT_FOUND'],
    [362, 'SCHEMA_NOT_FOUND'],
    [301, 'CONSTRAINT_VIOLATION'],
    [461, 'CONSTRAINT_VIOLATION'],
    [139, 'OPERATION_CANCELLED'],
    [613, 'OPERATION_TIMEOUT'],
    [131, 'LOCK_TIMEOUT'],
    [303, 'INVALID_PARAMETER'],
    [4711, 'DATABASE_ERROR'],
  ])('takes error %d for %s', async (error, code) => {
    const { database } = open({ sql: /^SELECT/, error })
    const reading = database.read(unhurried(), (session) => session.query(text('SELECT')))
    await expect(reading).rejects.toMatchObject({ code })
    await expect(reading).rejects.not.toMatchObject({
      details: expect.stringContaining('as the server says it') as string,
    })
  })

  it('closes the socket under a statement whose caller gave up, and connects anew', async () => {
    const { fake, database } = open({ sql: /^SELECT 1/, hangs: true }, { sql: /^SELECT 2/, rows: [{ TWO: 2 }] })
    const controller = new AbortController()
    const hanging = database.read(unhurried(controller.signal), (session) => {
      setImmediate(() => {
        controller.abort()
      })
      return session.query(text('SELECT 1'))
    })
    await expect(hanging).rejects.toMatchObject({ code: 'OPERATION_CANCELLED' })
    expect(fake.log.at(-1)).toBe('DESTROY')
    expect(await database.read(unhurried(), (session) => session.query(text('SELECT 2')))).toEqual([{ TWO: 2 }])
    expect(fake.clients).toHaveLength(2)
  })

  describe('loading a file', () => {
    const column = (name: string, kind: 'integer' | 'timestamp', fileIndex: number) => ({
      ...{ name, kind, fileIndex, type: '', length: null, precision: null, scale: null },
    })
    const plan = {
      ...{
        format: { type: 'csv' as const, delimiter: ',', encoding: 'utf-8' as const, nullValues: [] },
        hasHeader: true,
        width: 2,
      },
      ...{ columns: [column('ID', 'integer', 0), column('AT', 'timestamp', 1)], showsValues: false },
      ...{
        stored: { hasInfiniteValues: false, hasExactDecimals: true },
        maxErrors: 9,
        batchSize: 4,
        checksEachRow: false,
      },
    }
    const file = async function* () {
      const lines = Array.from({ length: 9 }, (_, index) => `${String(index)},2024-02-29T12:00:0${String(index)}Z`)
      yield await Promise.resolve(Buffer.from(`id,at\n${lines.join('\n')}\nx,\n`))
    }
    const refusesFive: Recorded = {
      sql: /^INSERT/,
      when: (rows) => rows.some((row) => (row as unknown[]).some((value) => value === '5' || value === 5)),
      error: 301,
    }

    it('leaves out the rows that it cannot read or the server refuses, and only those', async () => {
      const { fake, database } = open(refusesFive, { sql: /^INSERT/, changed: 1 })
      const problems: unknown[] = []
      let inserted = 0
      await database.write(unhurried(), (session) =>
        session.load({ schema: 'S', table: 'T' }, { ...plan, onError: 'skip' }, file(), (step) => {
          inserted += step.rowsInserted
          problems.push(...step.problems.map(({ line, code }) => [line, code]))
        }),
      )
      expect(inserted).toBe(8)
      expect(problems).toEqual(
        expect.arrayContaining([
          [7, 'CONSTRAINT_VIOLATION'],
          [11, 'INVALID_FILE_CONTENT'],
        ]),
      )
      expect(problems).toHaveLength(2)
      expect(
        JSON.stringify(fake.parameters, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ).toContain('2024-02-29 12:00:00.000"')
    })

    it('ends at the first row that is refused, and tells its line', async () => {
      const { fake, database } = open(refusesFive, { sql: /^INSERT/, changed: 1 })
      const loading = database.write(unhurried(), (session) =>
        session.load({ schema: 'S', table: 'T' }, { ...plan, onError: 'abort' }, file(), () => undefined),
      )
      await expect(loading).rejects.toMatchObject({ details: expect.stringMatching(/^Line (7|11)\b/) as string })
      expect(fake.log.at(-1)).toBe('ROLLBACK')
    })
  })

  it('says that the server is away', async () => {
    const { database } = open({ sql: /^CONNECT/, error: 10 })
    await expect(database.read(unhurried(), (session) => session.query(text('SELECT')))).rejects.toMatchObject({
      code: 'DATABASE_UNAVAILABLE',
    })
  })
})
