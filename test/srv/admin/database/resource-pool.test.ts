import { ResourcePool, usageOf } from '../../../../srv/admin/database/resource-pool.ts'

const signal = new AbortController().signal
const make = (max = 2) => {
  let count = 0
  const destroyed: number[] = []
  const pool = new ResourcePool<number>({
    max,
    idleMs: 60_000,
    create: () => Promise.resolve(++count),
    destroy: (resource) => {
      destroyed.push(resource)
      return Promise.resolve()
    },
  })
  return { pool, destroyed }
}

it('makes resources when they are needed, and lends them again', async () => {
  const { pool } = make()
  expect([await pool.acquire(signal), await pool.acquire(signal)]).toEqual([1, 2])
  await pool.release(1, true)
  expect(await pool.acquire(signal)).toBe(1)
})

it('lets others wait when all are lent, and makes a new one for one that broke', async () => {
  const { pool, destroyed } = make(1)
  await pool.acquire(signal)
  const waiting = pool.acquire(signal)
  await pool.release(1, false)
  expect(await waiting).toBe(2)
  expect(destroyed).toEqual([1])
})

it('gives the place of one that is lent for long to another, so many times', async () => {
  const destroyed: number[] = []
  let count = 0
  const pool = new ResourcePool<number>({
    max: 1,
    idleMs: 60_000,
    lasting: { afterMs: 20, max: 1 },
    create: () => Promise.resolve(++count),
    destroy: (resource) => {
      destroyed.push(resource)
      return Promise.resolve()
    },
  })
  const lent = async () => pool.acquire(AbortSignal.timeout(1_000))
  expect([await lent(), await lent()]).toEqual([1, 2])
  await expect(pool.acquire(AbortSignal.timeout(200))).rejects.toThrow()
  expect(pool.usage).toEqual({ idle: 0, busy: 2, waiting: 0 })
  await pool.release(1, true)
  expect(destroyed).toEqual([1])
  await pool.release(2, true)
  expect([await lent(), pool.usage]).toEqual([2, { idle: 0, busy: 1, waiting: 0 }])
})

it('lets nobody wait for one who gave up, also when both happen at once', async () => {
  const { pool } = make(1)
  await pool.acquire(signal)
  const controller = new AbortController()
  const [leaving, staying] = [pool.acquire(controller.signal), pool.acquire(signal)]
  const released = pool.release(1, true)
  controller.abort(new Error('gone'))
  await released
  await expect(leaving).rejects.toThrow('gone')
  expect(await staying).toBe(1)
})

it('forgets an idle resource that broke', async () => {
  const { pool } = make(1)
  await pool.release(await pool.acquire(signal), true)
  pool.forget(1)
  pool.forget(7)
  expect(await pool.acquire(signal)).toBe(2)
})

it('destroys what nobody has used for a while, and lends what was used last', async () => {
  jest.useFakeTimers()
  try {
    const { pool, destroyed } = make()
    const both = [await pool.acquire(signal), await pool.acquire(signal)]
    for (const each of both) await pool.release(each, true)
    jest.advanceTimersByTime(59_999)
    expect(await pool.acquire(signal)).toBe(2)
    jest.advanceTimersByTime(1)
    expect([destroyed, pool.usage]).toEqual([[1], { idle: 0, busy: 1, waiting: 0 }])
    await pool.release(2, true)
    jest.advanceTimersByTime(60_000)
    expect([destroyed, pool.usage]).toEqual([[1, 2], { idle: 0, busy: 0, waiting: 0 }])
    expect(await pool.acquire(signal)).toBe(3)
  } finally {
    jest.useRealTimers()
  }
})

it('tries again to make a resource that could not be made', async () => {
  let isUp = false
  const pool = new ResourcePool<string>({
    max: 1,
    idleMs: 60_000,
    create: () => (isUp ? Promise.resolve('made') : Promise.reject(new Error('down'))),
    destroy: () => Promise.resolve(),
  })
  const first = pool.acquire(signal)
  const second = pool.acquire(signal)
  await expect(first).rejects.toThrow('down')
  await expect(second).rejects.toThrow('down')
  isUp = true
  expect(await pool.acquire(signal)).toBe('made')
})

it('destroys everything when it is closed, and lends no more', async () => {
  const { pool, destroyed } = make()
  await pool.acquire(signal)
  await pool.release(await pool.acquire(signal), true)
  await pool.close()
  expect(destroyed.sort()).toEqual([1, 2])
  await expect(pool.acquire(signal)).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' })
})

it('tells how many are idle and lent, and how many wait, of several pools together', async () => {
  const [{ pool }, { pool: other }] = [make(1), make(1)]
  await pool.acquire(signal)
  const waiting = pool.acquire(signal)
  await other.release(await other.acquire(signal), true)
  expect(usageOf(pool, other)).toEqual({ idle: 1, busy: 1, waiting: 1 })
  await pool.release(1, true)
  await waiting
  expect(usageOf(pool)).toEqual({ idle: 0, busy: 1, waiting: 0 })
})
