/**
 * Does work only to have it undone: what it tells is what would happen.
 *
 * @param unit undoes its work when that throws, and passes on what it threw
 * @returns what `work` returned
 */
export const undone = async <T, Given extends unknown[]>(
  unit: (work: (...given: Given) => Promise<never>) => Promise<never>,
  work: (...given: Given) => Promise<T>,
): Promise<T> => {
  const done: T[] = []
  const end = new Error('Done to be undone')
  await unit(async (...given) => {
    done[0] = await work(...given)
    throw end
  }).catch((error: unknown) => {
    if (error !== end) throw error
  })
  return done[0] as T
}
