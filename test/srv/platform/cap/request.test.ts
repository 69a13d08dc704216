import type { Service } from '@sap/cds'
import { intercept, type Interceptor, isSelected, type Request, toRows } from '../../../../srv/platform/cap/request.ts'

test('interceptors run around the handling of a request, the first one outermost', async () => {
  const seen: string[] = []
  const trace =
    (name: string): Interceptor =>
    async (_request, next) => {
      seen.push(`> ${name}`)
      const result = await next()
      seen.push(`< ${name}`)
      return result
    }
  const service = { handle: (request: Request) => Promise.resolve(`handled ${request.event}`) }
  intercept(service as unknown as Service, { reads: [trace('a'), trace('b')], others: [trace('c')] })
  await expect(service.handle({ event: 'READ' } as Request)).resolves.toBe('handled READ')
  expect(seen.splice(0)).toEqual(['> a', '> b', '< b', '< a'])
  await expect(service.handle({ event: 'UPDATE' } as Request)).resolves.toBe('handled UPDATE')
  expect(seen).toEqual(['> c', '< c'])
})

test('rows are what a result holds', () => {
  expect([toRows(null), toRows(undefined), toRows({ a: 1 }), toRows([{ a: 1 }, { a: 2 }])]).toEqual([
    [],
    [],
    [{ a: 1 }],
    [{ a: 1 }, { a: 2 }],
  ])
})

test('a property is selected by name or with all others', () => {
  expect(isSelected(undefined, 'a')).toBe(true)
  expect(isSelected(['*'], 'a')).toBe(true)
  expect(isSelected([{ ref: ['a'] }], 'a')).toBe(true)
  expect(isSelected([{ ref: ['b'] }, { ref: ['a'], expand: ['*'] }], 'a')).toBe(false)
})
