import { columns } from '../../../../../srv/admin/operations/listing/columns.ts'
import { ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe.each(Object.keys(ENGINES))('GET /columns on %s', (name) => {
  const engine = useEngine(name)
  const list = (input: Parameters<typeof columns.run>[1] = {}) => columns.run(contextFor(engine()), input)

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE a (id INTEGER, "Title%" VARCHAR(40))',
      'CREATE TABLE b (title VARCHAR(20), height INTEGER)',
      'CREATE VIEW c AS SELECT title AS "view title" FROM b',
    ),
  )

  it('finds columns by a part of their name, whatever its letter case', async () => {
    expect(await list({ pattern: '*TITLE*' })).toMatchObject({
      schema: engine().schema,
      total: 2,
      columns: expect.arrayContaining([
        expect.objectContaining({ table: 'a', name: 'Title%' }),
        expect.objectContaining({ table: 'b', name: 'title' }),
      ]) as unknown,
    })
  })

  it('tells a cut and the true total, and lists all by default', async () => {
    expect(await list()).toMatchObject({ count: 4, total: 4, truncated: false })
    expect(await list({ limit: 1, offset: 1 })).toMatchObject({ count: 1, total: 4, truncated: true })
    expect(await list({ pattern: 'nothing' })).toMatchObject({ count: 0, total: 0 })
  })
})
