import fc from 'fast-check'
import { QueueFull, WorkQueue } from '../../../../srv/platform/guard/under-way.ts'

/** A queue whose work ends when it is told to; `began` has the names in the order in which they did. */
const create = (atOnce: number, capacity: number) => {
  const queue = new WorkQueue({ capacity: atOnce, waiting: capacity })
  const [began, refused, running]: [string[], string[], (() => void)[]] = [[], [], []]
  const send = (party: string, name = party): void => {
    const work = (): Promise<void> => new Promise((end) => (began.push(name), running.push(end)))
    queue.run({ caller: party }, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFull)
      refused.push(name)
    })
  }
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  const endAll = async (): Promise<void> => {
    await settle()
    while (running.length > 0) {
      running.shift()?.()
      await settle()
    }
  }
  return { began, refused, send, settle, endAll }
}

test('parties take turns, however much one of them sends', async () => {
  const { began, send, endAll } = create(1, 100)
  for (const n of [1, 2, 3, 4]) send('flood', `flood ${n}`)
  send('leia')
  send('luke')
  await endAll()
  expect(began).toEqual(['flood 1', 'flood 2', 'leia', 'luke', 'flood 3', 'flood 4'])
})

test('who waits most often makes room for others, the last first', async () => {
  const { began, refused, send, endAll } = create(1, 3)
  for (const n of [1, 2, 3, 4, 5]) send('flood', `flood ${n}`)
  send('leia')
  await endAll()
  expect(refused).toEqual(['flood 5', 'flood 4'])
  expect(began).toEqual(['flood 1', 'flood 2', 'leia', 'flood 3'])
})

test('a full room of parties that wait once each takes nobody in', async () => {
  const { refused, send, endAll } = create(1, 2)
  for (const party of ['running', 'a', 'b', 'late']) send(party)
  await endAll()
  expect(refused).toEqual(['late'])
})

test('what fails makes room like what succeeds', async () => {
  const queue = new WorkQueue({ capacity: 1, waiting: 1 })
  for (let n = 0; n < 3; n++)
    await expect(queue.run({ caller: 'a' }, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run({ caller: 'a' }, () => Promise.resolve('yes'))).toBe('yes')
})

test('all that is sent is begun once or refused once, and no party waits for more than a turn of each other', async () => {
  const parties = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      parties,
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 20 }),
      async (sent, n, room) => {
        const { began, refused, send, endAll } = create(n, room)
        sent.forEach((party, index) => {
          send(party, `${party}${index}`)
        })
        await endAll()
        expect([...began, ...refused].sort()).toEqual(sent.map((party, index) => `${party}${index}`).sort())
        expect(began.length).toBe(Math.min(sent.length, n + room))
      },
    ),
    { numRuns: 50 },
  )
})

test('so many run at once, and what goes first is begun before all else that waits', async () => {
  const queue = new WorkQueue({ capacity: 2 })
  const began: string[] = []
  const ends: (() => void)[] = []
  const all = ['a', 'b', 'c', 'd', 'First e', 'First f'].map((name) =>
    queue.run({ isUrgent: name.startsWith('First') }, () => {
      began.push(name)
      return new Promise<void>((end) => ends.push(end))
    }),
  )
  await Promise.resolve()
  expect(began).toEqual(['a', 'b'])
  for (let n = 0; n < 6; n++) {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(all)
  expect(began).toEqual(['a', 'b', 'First e', 'First f', 'c', 'd'])
})

test('what fails leaves its place', async () => {
  const queue = new WorkQueue({ capacity: 1 })
  const fail = (): Promise<never> => Promise.reject(new Error('no'))
  for (let n = 0; n < 3; n++) await expect(queue.run({}, fail)).rejects.toThrow('no')
  expect(await queue.run({}, () => Promise.resolve('yes'))).toBe('yes')
})

/** Work by its weight, which is begun, refused or left; each that runs ends in the order of `ends`. */
const weigh = (capacity: number, waiting: number, weights: readonly number[]) => {
  const queue = new WorkQueue({ capacity, waiting })
  const [begun, refused, ends]: [number[], number[], (() => void)[]] = [[], [], []]
  let running = 0
  let most = 0
  weights.forEach((weight, index) => {
    queue.enter(
      { weight },
      (leave) => {
        begun.push(index)
        const share = Math.min(weight, capacity)
        running += share
        most = Math.max(most, running)
        ends.push(() => {
          running -= share
          leave()
          leave()
        })
      },
      () => refused.push(index),
    )
  })
  while (ends.length > 0) ends.shift()?.()
  return { begun, refused, most, running }
}

test('what runs is never heavier than the queue allows, begins in order, and leaves once', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 0, max: 100 }),
      fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 40 }),
      (capacity, waiting, weights) => {
        const { begun, refused, most, running } = weigh(capacity, waiting, weights)
        expect(most).toBeLessThanOrEqual(capacity)
        expect(running).toBe(0)
        expect(begun).toEqual([...begun].sort((one, other) => one - other))
        expect([...begun, ...refused].sort((one, other) => one - other)).toEqual(weights.map((_, index) => index))
      },
    ),
  )
})
