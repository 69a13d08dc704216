import { currentAdditions, extend } from '../../../../srv/admin/host/additions.ts'

test('a server has nothing more, unless it says so; what it says adds to what was said', () => {
  expect(currentAdditions()).toEqual({})
  const told: string[] = []
  const app = (href: string) => ({ href, title: { en: href, de: href } })
  extend({ settings: { timeoutSeconds: 7, query: true }, apps: [app('/one')], onWritten: () => told.push('one') })
  extend({ settings: { timeoutSeconds: 8 }, tryAs: ['ada'] })
  extend({ apps: [app('/two')], onWritten: () => told.push('two') })
  expect(currentAdditions()).toMatchObject({
    settings: { timeoutSeconds: 8, query: true },
    apps: [app('/one'), app('/two')],
    tryAs: ['ada'],
  })
  currentAdditions().onWritten?.()
  expect(told).toEqual(['one', 'two'])
})
