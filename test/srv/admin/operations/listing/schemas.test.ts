import { schemas } from '../../../../../srv/admin/operations/listing/schemas.ts'
import { ENGINES, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe.each(Object.keys(ENGINES))('GET /schemas on %s', (name) => {
  const engine = useEngine(name)
  const list = (input: Parameters<typeof schemas.run>[1] = {}) => schemas.run(contextFor(engine()), input)

  it('lists the schemas of the application, with no path of a file', async () => {
    const answer = await list()
    expect(answer).toMatchObject({
      pattern: '*',
      count: 1,
      total: 1,
      truncated: false,
      schemas: [{ name: engine().schema, isCurrent: true }],
    })
    expect(JSON.stringify(answer)).not.toMatch(/sqlite"|\/tmp|\\\\/)
  })

  it('lists those of the engine on request', async () => {
    const answer = await list({ includeSystem: true, pattern: 'information*' })
    expect(answer).toMatchObject(
      name === 'PostgreSQL' ? { schemas: [{ name: 'information_schema', isSystem: true }] } : { count: 0 },
    )
    expect(await list({ pattern: 'information*' })).toMatchObject({ count: 0 })
  })
})
