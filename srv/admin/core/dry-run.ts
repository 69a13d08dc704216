/**
 * Does work in a transaction that is rolled back: what it returns is what would happen.
 *
 * @param unit runs a transaction, which it rolls back when the work throws
 * @returns what `work` returned
 */
export const inDryRun = async <T, Given extends unknown[]>(
  unit: (work: (...given: Given) => Promise<never>) => Promise<never>,
  work: (...given: Given) => Promise<T>,
): Promise<T> => {
  const done: T[] = []
  const end = new Error('A dry run is rolled back')
  await unit(async (...given) => {
    done[0] = await work(...given)
    throw end
  }).catch((error: unknown) => {
    if (error !== end) throw error
  })
  return done[0] as T
}
