import { openPostgres } from '../../../../srv/admin/database/postgres/database.ts'
import { ENGINES, execute, query, unhurried, useEngine } from '../../../support/engines.ts'

const WRITERS = 4
const text = (sql: string) => ({ sql, parameters: [] })

describe.each(Object.keys(ENGINES))('writers that meet on %s', (name) => {
  const engine = useEngine(name)

  beforeEach(() =>
    execute(
      engine().database,
      'DROP TABLE IF EXISTS counter',
      'CREATE TABLE counter (id INTEGER NOT NULL PRIMARY KEY, n INTEGER NOT NULL)',
      'INSERT INTO counter VALUES (1, 0), (2, 0)',
    ),
  )

  it('all get through when they change the same row of the state that they have read', async () => {
    const increment = () =>
      engine().database.write(unhurried(), async (session) => {
        const [row] = await session.query(text('SELECT n FROM counter WHERE id = 1'))
        await session.execute({
          sql: `UPDATE counter SET n = ${String(Number(row?.['n']) + 1)} WHERE id = 1`,
          parameters: [],
        })
      })
    await Promise.all(Array.from({ length: WRITERS }, increment))
    expect(await query(engine().database, 'SELECT n FROM counter WHERE id = 1')).toEqual([{ n: WRITERS }])
  })

  it('ends with what else went wrong at once', async () => {
    let tries = 0
    const refused = engine().database.write(unhurried(), async (session) => {
      tries++
      await session.execute(text('INSERT INTO counter VALUES (1, 1)'))
    })
    await expect(refused).rejects.toEqual(expect.objectContaining({ code: 'CONSTRAINT_VIOLATION' }))
    expect(tries).toBe(1)
  })
})

describe('writers that wait for each other on PostgreSQL', () => {
  const engine = useEngine('PostgreSQL')

  it('all get through', async () => {
    await execute(
      engine().database,
      'CREATE TABLE counter (id INTEGER NOT NULL PRIMARY KEY, n INTEGER NOT NULL)',
      'INSERT INTO counter VALUES (1, 0), (2, 0)',
    )
    // That of the other tests is shorter than PostgreSQL takes to see that they wait for each other.
    const database = openPostgres(engine().server!.credentials)
    let [tries, held] = [0, 0]
    const { promise: bothHoldOne, resolve } = Promise.withResolvers<undefined>()
    const change = (...ids: readonly number[]) =>
      database.write(unhurried(), async (session) => {
        tries++
        for (const id of ids) {
          await session.execute(text(`UPDATE counter SET n = n + 1 WHERE id = ${String(id)}`))
          if (++held === 2) resolve(undefined)
          await bothHoldOne
        }
      })
    await Promise.all([change(1, 2), change(2, 1)])
    expect(tries).toBeGreaterThan(2)
    expect(await query(database, 'SELECT n FROM counter ORDER BY id')).toEqual([{ n: 2 }, { n: 2 }])
    await database.close()
  })
})
