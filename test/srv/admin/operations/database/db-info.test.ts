import { dbInfo } from '../../../../../srv/admin/operations/database/db-info.ts'
import { ENGINES, useEngine } from '../../../../support/engines.ts'
import { contextFor } from '../../../../support/operation-context.ts'

describe.each(Object.keys(ENGINES))('GET /dbInfo on %s', (name) => {
  const engine = useEngine(name)

  it('answers the three fields of the contract, and no more', async () => {
    const answer = await dbInfo.run(contextFor(engine()), {})
    expect(Object.keys(answer)).toEqual(['database', 'version', 'platform'])
    expect(Object.values(answer)).toEqual([expect.any(String), expect.any(String), engine().dialect.platform])
  })

  it('adds details on request, and null for what the engine does not tell', async () => {
    const answer = await dbInfo.run(contextFor(engine()), { details: true })
    const isServer = name === 'PostgreSQL'
    expect(answer).toMatchObject({
      engine: engine().dialect.engine,
      driver: isServer ? 'pg' : 'node:sqlite',
      schema: engine().schema,
      user: isServer ? 'postgres' : null,
      serverTime: expect.stringMatching(/Z$/) as string,
      startedAt: isServer ? (expect.stringMatching(/Z$/) as string) : null,
      sizeBytes: expect.any(Number) as number,
      services: [],
    })
    expect(JSON.stringify(answer)).not.toMatch(/password/i)
  })
})
