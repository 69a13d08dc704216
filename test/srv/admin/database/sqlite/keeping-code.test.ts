import { keepingCode } from '../../../../../srv/admin/database/sqlite/child-channel.ts'

const PATH = '/bin'

test('what becomes of TypeScript is kept among the packages', () => {
  const folder = expect.stringMatching(/[/\\]node_modules[/\\]/) as string
  expect(keepingCode(new URL('file:///app/worker.ts'), { PATH })).toEqual({ PATH, NODE_COMPILE_CACHE: folder })
})

test('what Node is told already holds', () => {
  const environment = { PATH, NODE_COMPILE_CACHE: '/elsewhere' }
  expect(keepingCode(new URL('file:///app/worker.ts'), environment)).toEqual(environment)
})

test('JavaScript needs nothing', () => {
  expect(keepingCode(new URL('file:///app/worker.js'), { PATH })).toEqual({ PATH })
})
