import { once } from 'node:events'
import { getPriority, platform } from 'node:os'
import { Worker } from 'node:worker_threads'
import { resolve } from 'node:path'

// Elsewhere a thread has no priority of its own.
const onLinux = platform() === 'linux' ? test : test.skip

onLinux('a thread lowers its own priority and nobody else’s', async () => {
  const before = getPriority()
  const source = resolve(__dirname, '../../../../srv/admin/database/lower-priority.ts')
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const { getPriority } = require('node:os')
     import(${JSON.stringify(source)}).then(({ lowerPriority }) => {
       lowerPriority()
       parentPort.postMessage(getPriority())
     })`,
    { eval: true, execArgv: ['--disable-warning=ExperimentalWarning'] },
  )
  const [priority] = (await once(worker, 'message')) as [number]
  await worker.terminate()
  expect(priority).toBeGreaterThan(before)
  expect(getPriority()).toBe(before)
})
