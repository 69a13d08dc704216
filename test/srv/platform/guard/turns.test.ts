import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'
import { Turns } from '../../../../srv/platform/guard/request-rate.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

test('what comes alone begins at once', () => {
  let begun = 0
  new Turns().begin(() => begun++)
  expect(begun).toBe(1)
})

test('what comes together is spread over turns, in order', async () => {
  const turns = new Turns(3)
  const begun: number[] = []
  for (const index of numbers(10)) turns.begin(() => begun.push(index))
  expect(begun).toEqual(numbers(3))
  await setImmediate()
  expect(begun.length).toBeLessThanOrEqual(6)
  while (begun.length < 10) await setImmediate()
  expect(begun).toEqual(numbers(10))
})

test('work waits while connections come in, but not for ever', async () => {
  const turns = new Turns()
  turns.connected()
  let begun = 0
  turns.begin(() => begun++)
  for (let turn = 0; turn < 5; turn++) {
    expect(begun).toBe(0)
    turns.connected()
    await setImmediate()
  }
  const endless = setInterval(() => undefined, 1)
  const deadline = performance.now() + 5_000
  while (begun === 0 && performance.now() < deadline) {
    turns.connected()
    await setImmediate()
  }
  clearInterval(endless)
  expect(begun).toBe(1)
})

test('what is to begin later does so after the event loop has turned', async () => {
  const turns = new Turns()
  let begun = 0
  turns.beginLater(() => begun++)
  expect(begun).toBe(0)
  while (begun === 0) await setImmediate()
  expect(begun).toBe(1)
})

test('work that waits stays that of its own request', async () => {
  const turns = new Turns(1)
  const caller = new AsyncLocalStorage<number>()
  const seen: (number | undefined)[] = []
  for (const index of numbers(4))
    caller.run(index, () => {
      turns.begin(() => seen.push(caller.getStore()))
    })
  while (seen.length < 4) await setImmediate()
  expect(seen).toEqual(numbers(4))
})
