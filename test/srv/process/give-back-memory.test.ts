import { memoryUsage } from 'node:process'
import cds from '@sap/cds'
import { collectGarbage, giveBackMemory } from '../../../srv/process/give-back-memory.ts'

const MIB = 1_048_576

/** Fills the heap with objects that nobody needs when it returns. */
const waste = (): number => {
  const objects = Array.from({ length: 500_000 }, (_, n) => ({ n, text: `number ${n}` }))
  return objects.length
}

test('what nobody needs is gone', async () => {
  await collectGarbage()
  const before = memoryUsage().heapUsed
  waste()
  expect(memoryUsage().heapUsed - before).toBeGreaterThan(20 * MIB)
  await collectGarbage()
  expect(memoryUsage().heapUsed - before).toBeLessThan(5 * MIB)
})

test('it happens once, a while after the server listens', async () => {
  jest.useFakeTimers()
  const { emit } = cds as unknown as { emit: (event: string, details: object) => Promise<void> }
  giveBackMemory()
  expect(jest.getTimerCount()).toBe(0)
  for (let n = 0; n < 2; n++) await emit.call(cds, 'listening', {})
  expect(jest.getTimerCount()).toBe(1)
  jest.useRealTimers()
})
