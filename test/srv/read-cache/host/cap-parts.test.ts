/** What is used of CAP and not published: a version that lacks some of it fails here by its name. */
import cds, { type Service } from '@sap/cds'
import { isHandledByCap, isHandledByDatabase } from '../../../../srv/read-cache/host/watch-service.ts'
import { startApp } from '../../../support/app.ts'

startApp()

test.each(['kind', 'options', 'factory', 'url4', 'prepare', 'exec', 'commit', 'cqn2sql', 'isDatabaseService'])(
  'a database service has %s',
  (name) => {
    expect((cds.db as unknown as Record<string, unknown>)[name]).toBeDefined()
  },
)

test.each(['ApplicationService', 'middlewares', 'User'])('CAP has %s', (name) => {
  expect((cds as unknown as Record<string, unknown>)[name]).toBeDefined()
})

test('a database handles reads by its own methods, until somebody adds a handler', () => {
  const read = { event: 'READ', path: 'saga.Film', entity: 'saga.Film' }
  expect(isHandledByDatabase(cds.db as unknown as Service, read)).toBe(true)
  const other = Object.assign(Object.create(cds.db as object) as Service, {
    handlers: {
      ...(cds.db as unknown as { handlers: object }).handlers,
      before: [{ handler: () => 0, for: () => true }],
    },
  })
  expect(isHandledByDatabase(other, read)).toBe(false)
})

type AnyService = Service & { init(): Promise<void> } & Record<
    'before' | 'on' | 'after',
    (event: string, entity: string, handler: () => void) => void
  >

test.each(['before', 'on', 'after'] as const)('a handler of the application is seen: %s', async (phase) => {
  const text = 'service S { entity A { key ID : Integer } entity B { key ID : Integer } }'
  const model: unknown = cds.linked(cds.compile.for.nodejs(cds.parse(text)) as never)
  const { ApplicationService } = cds as unknown as {
    ApplicationService: new (name: string, model: unknown) => AnyService
  }
  const [own, plain] = [new ApplicationService('S', model), new ApplicationService('S', model)]
  await Promise.all([own.init(), plain.init()])
  own[phase]('READ', 'A', () => undefined)
  const about = (name: string) => ({ event: 'READ', path: name, entity: name })
  expect(isHandledByCap(own, plain, about('S.A'))).toBe(false)
  expect(isHandledByCap(own, plain, about('S.B'))).toBe(true)
  expect(isHandledByCap(plain, plain, about('S.A'))).toBe(true)
})
