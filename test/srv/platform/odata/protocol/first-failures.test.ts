/** What failed first is what is told, however much fails after it; with a database, see test/revoked-rights.test.ts. */
import cds from '@sap/cds'
import { failureBehind, tellFirstFailures } from '../../../../../srv/platform/odata/protocol/mark-database-errors.ts'

const failing = (...codes: string[]) => {
  const errors = codes.map((code) => Object.assign(new Error(`text of ${code}`), { code }))
  const service = { handle: (_: object): Promise<unknown> => Promise.reject(errors.shift()!) }
  tellFirstFailures(service)
  return service
}

const inRequest = <T>(req: object, act: () => Promise<T>): Promise<T> =>
  cds.tx({ http: { req } } as never, act) as Promise<T>

test('what a transaction refuses since it has failed fails with what it failed with', async () => {
  const transaction = failing('42501', '25P02', '25P02')
  for (let tries = 0; tries < 3; tries++) await expect(transaction.handle({})).rejects.toMatchObject({ code: '42501' })
})

test('transactions know nothing of each other', async () => {
  await expect(failing('42501').handle({})).rejects.toMatchObject({ code: '42501' })
  await expect(failing('25P02').handle({})).rejects.toMatchObject({ code: '25P02' })
})

test('a statement that fails by itself says so', async () => {
  const transaction = failing('23505', '42501')
  await expect(transaction.handle({})).rejects.toMatchObject({ code: '23505' })
  await expect(transaction.handle({})).rejects.toMatchObject({ code: '42501' })
})

test('an error that was made of the text alone is what the database said in this request', async () => {
  await inRequest({}, async () => {
    const failure = await failing('42501')
      .handle({})
      .catch((error: unknown) => error as Error)
    const made = (more: object) => Object.assign(new Error('text of 42501'), more)
    expect(failureBehind(made({}))).toBe(failure)
    expect(failureBehind(made({ status: 409 }))).not.toBe(failure)
    expect(failureBehind(new Error('another text'))).not.toBe(failure)
    await inRequest({}, async () => {
      expect(failureBehind(made({}))).not.toBe(failure)
    })
  })
})
