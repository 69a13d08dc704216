import { Rendezvous } from '../../../../srv/admin/operations/stream-read.ts'

const settled = async (promise: Promise<unknown>): Promise<boolean> => {
  let isSettled = false
  void promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  )
  await new Promise((resolve) => setImmediate(resolve))
  return isSettled
}

test('items come in order, each after the one before was taken', async () => {
  const items = new Rendezvous<number>()
  const first = items.put(1)
  expect(await settled(first)).toBe(false)
  expect(await items.take()).toEqual({ value: 1 })
  expect(await first).toBe(true)
  const waiting = items.take()
  expect(await settled(waiting)).toBe(false)
  const second = items.put(2)
  expect(await waiting).toEqual({ value: 2 })
  expect(await second).toBe(true)
})

test('the end comes after the last item', async () => {
  const items = new Rendezvous<number | undefined>()
  void items.put(undefined).then(() => items.end())
  expect(await items.take()).toEqual({ value: undefined })
  expect(await items.take()).toBeUndefined()
})

test('an error comes after the last item, and only the first counts', async () => {
  const items = new Rendezvous<number>()
  const put = items.put(1)
  items.fail(new Error('broken'))
  items.end()
  expect(await items.take()).toEqual({ value: 1 })
  await expect(items.take()).rejects.toThrow('broken')
  await put
})

test('who makes items learns that nobody takes them any more', async () => {
  const items = new Rendezvous<number>()
  const put = items.put(1)
  items.close()
  expect(await put).toBe(false)
})
