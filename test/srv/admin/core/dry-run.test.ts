import { inDryRun } from '../../../../srv/admin/core/dry-run.ts'

/** A unit that undoes its work when that throws. */
const unit = (log: string[]) => async (work: (name: string) => Promise<never>) => {
  try {
    return await work('x')
  } catch (error) {
    log.push('undone')
    throw error
  }
}

test('work is undone, and what it found is told', async () => {
  const log: string[] = []
  expect(await inDryRun(unit(log), (name) => Promise.resolve(`found ${name}`))).toBe('found x')
  expect(log).toEqual(['undone'])
})

test('what fails is told as it is', async () => {
  const failure = new Error('broken')
  await expect(inDryRun(unit([]), () => Promise.reject(failure))).rejects.toBe(failure)
  await expect(
    inDryRun(
      () => Promise.reject(failure),
      () => Promise.resolve(1),
    ),
  ).rejects.toBe(failure)
})
