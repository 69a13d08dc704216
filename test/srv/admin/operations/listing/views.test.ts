import { views } from '../../../../../srv/admin/operations/listing/views.ts'
import { ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe.each(Object.keys(ENGINES))('GET /views on %s', (name) => {
  const engine = useEngine(name)
  const list = (input: Parameters<typeof views.run>[1] = {}) => views.run(contextFor(engine()), input)

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE film (a INTEGER, b TEXT)',
      'CREATE VIEW films AS SELECT a FROM film',
      'CREATE VIEW "Odd ""view""" AS SELECT a, b FROM film',
    ),
  )

  it('lists the views of the current schema, without their statements', async () => {
    expect(await list()).toEqual({
      ...{ schema: engine().schema, pattern: '*', count: 2, total: 2, truncated: false },
      views: [
        ['Odd "view"', 2],
        ['films', 1],
      ].map(([view, columnCount]) => ({
        ...{
          schema: engine().schema,
          name: view,
          type: 'view',
          isTechnical: false,
          comment: null,
          columnCount,
          valid: true,
          readable: true,
        },
      })),
    })
  })

  it('adds their statements on request, which is for operators', async () => {
    const answer = await list({ definition: true, pattern: 'films' })
    expect(answer).toMatchObject({ views: [{ name: 'films', definition: expect.stringMatching(/select/i) as string }] })
    expect(views.roleFor?.({ definition: true })).toBe('operator')
    expect(views.roleFor?.({})).toBe('viewer')
  })
})
