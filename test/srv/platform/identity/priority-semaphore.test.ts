import { PrioritySemaphore } from '../../../../srv/platform/identity/password-login.ts'

test('so many run at once, and what goes first is begun before all else that waits', async () => {
  const semaphore = new PrioritySemaphore(2)
  const began: string[] = []
  const ends: (() => void)[] = []
  const all = ['a', 'b', 'c', 'd', 'First e', 'First f'].map((name) =>
    semaphore.take(name.startsWith('First'), () => {
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
  const semaphore = new PrioritySemaphore(1)
  const fail = (): Promise<never> => Promise.reject(new Error('no'))
  for (let n = 0; n < 3; n++) await expect(semaphore.take(false, fail)).rejects.toThrow('no')
  expect(await semaphore.take(false, () => Promise.resolve('yes'))).toBe('yes')
})
