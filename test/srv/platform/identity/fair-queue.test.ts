import fc from 'fast-check'
import { FairQueue, QueueFull } from '../../../../srv/platform/identity/login-limiter.ts'

/** A queue whose work ends when it is told to; `began` has the names in the order in which they did. */
const create = (atOnce: number, capacity: number) => {
  const queue = new FairQueue(atOnce, capacity)
  const [began, refused, running]: [string[], string[], (() => void)[]] = [[], [], []]
  const send = (party: string, name = party): void => {
    const work = (): Promise<void> => new Promise((end) => (began.push(name), running.push(end)))
    queue.run(party, work).catch((error: unknown) => {
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
  const queue = new FairQueue(1, 1)
  for (let n = 0; n < 3; n++) await expect(queue.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await queue.run('a', () => Promise.resolve('yes'))).toBe('yes')
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
