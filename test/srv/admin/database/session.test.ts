import fc from 'fast-check'
import { AdminError } from '../../../../srv/admin/core/errors.ts'
import type { Value } from '../../../../srv/admin/core/values.ts'
import type { Session } from '../../../../srv/admin/database/session.ts'
import { anyCharacter } from '../../../support/any-character.ts'
import { ENGINES, batches, execute, query, unhurried, useEngine } from '../../../support/engines.ts'
import { runs } from '../../../support/long.ts'

const ENDLESS = 'WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n'
const numbers = (count: number): string =>
  `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${String(count)}) SELECT x FROM n`
const MANY = runs(30_000, 300_000)
const LARGE = runs(60, 200)
const text = (sql: string) => ({ sql, parameters: [] })
const failure = (code: string): unknown => expect.objectContaining({ code })

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const target = () => ({ schema: engine().schema, table: 'item', columns: ['id', 'name'] })
  const items = () => query(engine().database, 'SELECT id, name FROM item ORDER BY id')

  beforeEach(() =>
    execute(
      engine().database,
      'DROP TABLE IF EXISTS item',
      'CREATE TABLE item (id INTEGER NOT NULL PRIMARY KEY, name TEXT)',
      "INSERT INTO item VALUES (1, 'one')",
    ),
  )

  describe('reading', () => {
    it('streams many rows in bounded batches', async () => {
      const sizes: number[] = []
      let last: Value = null
      await engine().database.read(unhurried(), async (session) => {
        for await (const batch of session.stream(text(numbers(MANY)))) {
          sizes.push(batch.length)
          last = batch.at(-1)?.[0] ?? null
        }
      })
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(MANY)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000)
      expect(last).toBe(MANY)
    })

    it('makes batches of large rows small', async () => {
      const large = name === 'PostgreSQL' ? `repeat('x', 200000)` : `hex(zeroblob(100000))`
      const sizes: number[] = []
      await engine().database.read(unhurried(), async (session) => {
        const sql = numbers(LARGE).replace('SELECT x FROM n', `SELECT ${large} FROM n`)
        for await (const batch of session.stream(text(sql))) sizes.push(batch.length)
      })
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(LARGE)
      expect(Math.max(...sizes.slice(1))).toBeLessThanOrEqual(10)
    })

    it('goes on after a stream was left early, and with several streams at a time', async () => {
      await engine().database.read(unhurried(), async (session) => {
        for await (const [row] of session.stream(text(numbers(100_000)))) {
          expect(row).toEqual([1])
          break
        }
        const one = session.stream(text(numbers(3_000)))[Symbol.asyncIterator]()
        const other = session.stream(text(numbers(3_000)))[Symbol.asyncIterator]()
        await one.next()
        const { value } = (await other.next()) as { value: Value[][] }
        expect(value[0]).toEqual([1])
        await one.return?.()
        await other.return?.()
        expect(await session.query(text('SELECT 7 AS seven'))).toEqual([{ seven: 7 }])
      })
    })

    it('sees one state of the database while somebody else writes', async () => {
      const { database } = engine()
      const count = async (session: Session) => (await session.query(text('SELECT count(*) AS n FROM item')))[0]?.['n']
      await database.read(unhurried(), async (session) => {
        expect(await count(session)).toBe(1)
        await execute(database, "INSERT INTO item VALUES (2, 'two')")
        expect(await count(session)).toBe(1)
      })
      expect(await database.read(unhurried(), count)).toBe(2)
    })

    it.each([
      "INSERT INTO item VALUES (9, 'nine')",
      'UPDATE item SET name = NULL',
      'DELETE FROM item',
      'DROP TABLE item',
      'CREATE TABLE other (a INTEGER)',
      'CREATE VIEW other AS SELECT * FROM item',
    ])('refuses %s', async (sql) => {
      await expect(query(engine().database, sql)).rejects.toEqual(failure('INSUFFICIENT_PRIVILEGE'))
      expect(await items()).toEqual([{ id: 1, name: 'one' }])
    })

    it('takes one statement at a time', async () => {
      await query(engine().database, 'SELECT 1 AS a; DELETE FROM item').catch(() => undefined)
      expect(await items()).toHaveLength(1)
    })

    it('binds values of every kind', async () => {
      const { database, dialect } = engine()
      const bytes = Uint8Array.from([0, 255])
      const kinds = ['integer', 'text', 'integer', 'binary', 'text'] as const
      const sql = `SELECT ${kinds.map((kind, index) => `${dialect.placeholder(index + 1, kind)} AS v${String(index)}`).join(', ')}`
      const [row] = await query(database, sql, [1, "it's", 2n ** 60n, bytes, null])
      expect(row).toEqual({ v0: 1, v1: "it's", v2: 2n ** 60n, v3: bytes, v4: null })
    })
  })

  describe('ending', () => {
    it('ends the statement that runs when its caller gives up, and serves the next one', async () => {
      const controller = new AbortController()
      const reading = engine().database.read(unhurried(controller.signal), (session) => {
        setTimeout(() => {
          controller.abort()
        }, 100)
        return session.query(text(ENDLESS))
      })
      await expect(reading).rejects.toEqual(failure('OPERATION_CANCELLED'))
      expect(await items()).toHaveLength(1)
    })

    it('keeps the reason that the caller gives', async () => {
      const reason = new AdminError('OPERATION_TIMEOUT', 'too slow')
      const reading = engine().database.read(unhurried(AbortSignal.abort(reason)), (session) =>
        session.query(text('SELECT 1')),
      )
      await expect(reading).rejects.toBe(reason)
    })

    it('ends a statement whose time is over', async () => {
      const signal = new AbortController().signal
      const reading = engine().database.read({ signal, timeoutMs: 200 }, (session) => session.query(text(ENDLESS)))
      await expect(reading).rejects.toEqual(failure('OPERATION_TIMEOUT'))
      expect(await items()).toHaveLength(1)
    })

    it('ends a stream, and undoes what was written', async () => {
      const controller = new AbortController()
      const writing = engine().database.write(unhurried(controller.signal), async (session) => {
        await session.execute(text('DELETE FROM item'))
        for await (const batch of session.stream(text(numbers(100_000)))) if (batch.length > 0) controller.abort()
      })
      await expect(writing).rejects.toEqual(failure('OPERATION_CANCELLED'))
      expect(await items()).toHaveLength(1)
    })

    it('does not commit what ended before its caller gave up', async () => {
      const controller = new AbortController()
      const writing = engine().database.write(unhurried(controller.signal), async (session) => {
        await session.execute(text('DELETE FROM item'))
        controller.abort()
      })
      await expect(writing).rejects.toEqual(failure('OPERATION_CANCELLED'))
      expect(await items()).toHaveLength(1)
    })
  })

  describe('writing', () => {
    it('commits when the work returns, and tells how many rows changed', async () => {
      const changed = await engine().database.write(unhurried(), async (session) => {
        await session.insert(target(), batches([[2, 'two']]))
        return session.execute(text("UPDATE item SET name = 'x'"))
      })
      expect(changed).toBe(2)
      expect(await items()).toEqual([
        { id: 1, name: 'x' },
        { id: 2, name: 'x' },
      ])
    })

    it('rolls back when the work throws', async () => {
      const error = new Error('ours')
      const writing = engine().database.write(unhurried(), async (session) => {
        await session.execute(text('DELETE FROM item'))
        throw error
      })
      await expect(writing).rejects.toBe(error)
      expect(await items()).toHaveLength(1)
    })

    it('undoes a savepoint and nothing else', async () => {
      await engine().database.write(unhurried(), async (session) => {
        await session.insert(target(), batches([[2, 'two']]))
        const undone = session.savepoint(async () => {
          await session.insert(target(), batches([[3, 'three']]))
          await session.execute(text('SELECT nothing'))
        })
        await expect(undone).rejects.toBeInstanceOf(AdminError)
        expect(await session.savepoint(() => session.execute(text("UPDATE item SET name = 'x' WHERE id = 2")))).toBe(1)
      })
      expect(await items()).toEqual([
        { id: 1, name: 'one' },
        { id: 2, name: 'x' },
      ])
    })

    it('inserts batch after batch, and none of them when a row is refused', async () => {
      await engine().database.write(unhurried(), async (session) => {
        const many = Array.from({ length: 2_500 }, (_, index) => [index + 10, `item ${String(index)}`])
        expect(
          await session.insert(target(), batches(many.slice(0, 1_000), many.slice(1_000, 2_000), many.slice(2_000))),
        ).toBe(2_500)
        const refused = session.insert(
          target(),
          batches(
            [[5_000, 'a']],
            [
              [5_001, 'b'],
              [1, 'again'],
            ],
            [[5_002, 'c']],
          ),
        )
        await expect(refused).rejects.toEqual(failure('CONSTRAINT_VIOLATION'))
        await expect(refused).rejects.toHaveProperty('rowIndex', 2)
      })
      expect(await items()).toHaveLength(2_501)
    })

    it('passes on what the rows themselves throw', async () => {
      const error = new Error('bad line')
      const failing = async function* () {
        yield await Promise.resolve([[2, 'two']])
        throw error
      }
      await engine().database.write(unhurried(), async (session) => {
        await expect(session.insert(target(), failing())).rejects.toBe(error)
      })
      expect(await items()).toHaveLength(1)
    })

    it('says nothing of data in its errors', async () => {
      const writing = engine().database.write(unhurried(), (session) =>
        session.insert(
          target(),
          batches([
            [2, 'secret'],
            [2, 'secret'],
          ]),
        ),
      )
      await expect(writing).rejects.toEqual(failure('CONSTRAINT_VIOLATION'))
      const { details } = (await writing.catch((error: unknown) => error as AdminError)) as AdminError
      expect(details).not.toMatch(/secret|VALUES|COPY|INSERT/i)
      expect(details).toContain('item')
    })

    it('fails as a whole when a constraint is violated at the end', async () => {
      await execute(
        engine().database,
        'DROP TABLE IF EXISTS child',
        'CREATE TABLE child (item INTEGER REFERENCES item (id) DEFERRABLE INITIALLY DEFERRED)',
      )
      await expect(execute(engine().database, 'INSERT INTO child VALUES (99)')).rejects.toEqual(
        failure('CONSTRAINT_VIOLATION'),
      )
      expect(await query(engine().database, 'SELECT * FROM child')).toEqual([])
      await execute(engine().database, 'DROP TABLE child')
    })

    it('makes structure part of the transaction', async () => {
      const writing = engine().database.write(unhurried(), async (session) => {
        await session.execute(text('CREATE TABLE made (a INTEGER)'))
        throw new Error('undo')
      })
      await expect(writing).rejects.toThrow('undo')
      await expect(query(engine().database, 'SELECT * FROM made')).rejects.toBeInstanceOf(AdminError)
    })

    it('keeps any text that is inserted', async () => {
      const any = fc
        .string({ unit: anyCharacter, maxLength: 30 })
        .map((each) => each.toWellFormed().replaceAll('\0', ''))
      await fc.assert(
        fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 200 }), async (texts) => {
          await execute(engine().database, 'DELETE FROM item')
          await engine().database.write(unhurried(), (session) =>
            session.insert(target(), batches(texts.map((each, index) => [index, each]))),
          )
          expect((await items()).map((row) => row['name'])).toEqual(texts)
        }),
        { numRuns: runs(3, 20) },
      )
    })
  })

  it('serves nobody after it was closed', async () => {
    const other = await ENGINES[name]?.()
    await other?.end()
    await other?.database.close()
    await expect(other && query(other.database, 'SELECT 1')).rejects.toBeInstanceOf(AdminError)
  })
})
