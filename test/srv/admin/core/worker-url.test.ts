import { workerUrl } from '../../../../srv/admin/core/worker-url.ts'

test('a worker is what its module is: source or build', () => {
  expect(workerUrl('file:///a/thread.ts').href).toBe('file:///a/worker.ts')
  expect(workerUrl('file:///a/thread.js').href).toBe('file:///a/worker.js')
})
