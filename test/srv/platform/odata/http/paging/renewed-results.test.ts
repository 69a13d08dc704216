import { AsyncLocalStorage } from 'node:async_hooks'
import { RenewedResults } from '../../../../../../srv/platform/odata/http/paging/expand-rows.ts'

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Work that takes a while and tells how many times it has been done. */
const counter = (ms: number) => {
  let times = 0
  return async (): Promise<number> => {
    await new Promise((done) => setTimeout(done, ms))
    times += 1
    return times
  }
}

const finish = async <T>(result: Promise<T>, ms: number): Promise<T> => {
  await jest.advanceTimersByTimeAsync(ms)
  return result
}

test('quick work is done again after half a minute, and nobody waits for it', async () => {
  const results = new RenewedResults<number>()
  const work = counter(5)
  expect(await finish(results.get('a', work), 5)).toBe(1)
  await jest.advanceTimersByTimeAsync(29 * SECOND)
  expect(await results.get('a', work)).toBe(1)
  await jest.advanceTimersByTimeAsync(2 * SECOND)
  expect(await results.get('a', work)).toBe(1)
  expect(await results.get('a', work)).toBe(1)
  await jest.advanceTimersByTimeAsync(5)
  expect(await results.get('a', work)).toBe(2)
})

test('what is too old is waited for', async () => {
  const results = new RenewedResults<number>()
  const work = counter(5)
  await finish(results.get('a', work), 5)
  await jest.advanceTimersByTimeAsync(61 * SECOND)
  expect(await finish(results.get('a', work), 5)).toBe(2)
})

test('costly work takes a thousandth of the time', async () => {
  const results = new RenewedResults<number>()
  const work = counter(300)
  let last = await finish(results.get('a', work), 300)
  for (let second = 0; second < 60 * 60; second++) last = await finish(results.get('a', work), SECOND)
  expect(last).toBe(12)
})

test('what takes very long is done again after a quarter of an hour all the same', async () => {
  const results = new RenewedResults<number>()
  const work = counter(20 * SECOND)
  await finish(results.get('a', work), 20 * SECOND)
  await jest.advanceTimersByTimeAsync(15 * MINUTE)
  expect(await results.get('a', work)).toBe(1)
  await jest.advanceTimersByTimeAsync(20 * SECOND)
  expect(await results.get('a', work)).toBe(2)
})

test('those who ask at the same time wait for the same', async () => {
  const results = new RenewedResults<number>()
  const work = counter(5)
  const both = Promise.all([results.get('a', work), results.get('a', work), results.get('b', work)])
  expect(await finish(both, 5)).toEqual([1, 1, 2])
})

test('a failure is told to who has begun; others, and those after them, try themselves', async () => {
  const results = new RenewedResults<number>()
  const fails = (): Promise<number> => Promise.reject(new Error('left'))
  const first = results.get('a', fails)
  const second = results.get('a', () => Promise.resolve(7))
  await expect(first).rejects.toThrow('left')
  expect(await second).toBe(7)
  await expect(results.get('b', fails)).rejects.toThrow('left')
  await expect(results.get('b', fails)).rejects.toThrow('left')
})

test('work that fails behind others leaves them what they had', async () => {
  const results = new RenewedResults<number>()
  await results.get('a', () => Promise.resolve(1))
  const fails = jest.fn(() => Promise.reject(new Error('gone')))
  await jest.advanceTimersByTimeAsync(31 * SECOND)
  expect(await results.get('a', fails)).toBe(1)
  expect(await results.get('a', fails)).toBe(1)
  expect(fails).toHaveBeenCalledTimes(1)
  await jest.advanceTimersByTimeAsync(30 * SECOND)
  await expect(results.get('a', fails)).rejects.toThrow('gone')
})

test('work behind others is in no transaction of theirs', async () => {
  const results = new RenewedResults<number>()
  const context = new AsyncLocalStorage<string>()
  const seen: unknown[] = []
  const look = (): Promise<number> => Promise.resolve(seen.push(context.getStore()))
  for (const name of ['a', 'b']) {
    await context.run(name, () => results.get('key', look))
    await jest.advanceTimersByTimeAsync(31 * SECOND)
  }
  expect(seen).toEqual(['a', undefined])
})

test('what cannot be done fails for all who wait, after two tries', async () => {
  const results = new RenewedResults<number>()
  let tries = 0
  const work = async (): Promise<number> => {
    tries++
    await Promise.resolve()
    throw new Error('away')
  }
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => results.get('key', work)))
  expect(asked.map(({ status }) => status)).toEqual(Array(20).fill('rejected'))
  expect(tries).toBe(2)
})
