import cds from '@sap/cds'
import { startApp } from '../../../../support/app.ts'
import { ways } from '../../../../support/odata.ts'

const app = startApp()

/** The pool of the only tenant there is. */
const pool = (): { acquire: () => Promise<unknown> } =>
  Object.values((cds.db as unknown as { pools: Record<string, { acquire: () => Promise<unknown> }> }).pools)[0]!

describe.each(ways(app, 'SagaFilm'))('%s', (_, ask) => {
  test('without a connection the answer is 503, and data is served again when there is one', async () => {
    expect((await ask('GET', 'People')).status).toBe(200)
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const fault = jest.spyOn(pool(), 'acquire').mockRejectedValue(new Error('waited for db.internal:5432 in vain'))
    // Not people: the answer that was just given is still good.
    const answers = [await ask('GET', 'Planet'), await ask('POST', 'People', { body: { name: 'x' } })]
    fault.mockRestore()
    log.mockRestore()
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([503, expect.stringContaining('"code":"DATABASE_UNAVAILABLE"')])
      expect(text).not.toContain('db.internal')
    }
    expect((await ask('GET', 'People')).status).toBe(200)
  })

  test('expressions that cannot be evaluated are 400, and say nothing of SQL', async () => {
    await ask('POST', 'Film', { body: { title: 'A film', IsActiveEntity: true } })
    const { status, body, text } = await ask('GET', 'Film?$filter=year(title) eq 1')
    expect([status, body.error.code]).toEqual([400, 'BAD_REQUEST'])
    expect(text).not.toMatch(/SELECT|saga_/)
  })

  test.each([
    ['full', 'PRAGMA max_page_count = 1', 'PRAGMA max_page_count = 1073741823'],
    ['read-only', 'PRAGMA query_only = ON', 'PRAGMA query_only = OFF'],
  ])('a %s database takes no changes: 503, and what is there is read', async (_state, begin, end) => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined)
    const connection = async (pragma: string): Promise<void> => {
      await cds.db.run(pragma)
    }
    await connection(begin)
    const wide = { name: 'x'.repeat(100), climate: 'y'.repeat(200), terrain: 'z'.repeat(200) }
    let refused = { status: 0, text: '' }
    for (let tries = 0; tries < 200 && refused.status < 400; tries++)
      refused = await ask('POST', 'Planet', { body: { ...wide, diameter: String(tries) } })
    const read = await ask('GET', 'Planet?$top=1')
    await connection(end)
    log.mockRestore()
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('"code":"DATABASE_UNAVAILABLE"')])
    expect(read.status).toBe(200)
    expect((await ask('POST', 'Planet', { body: wide })).status).toBe(201)
  })
})
