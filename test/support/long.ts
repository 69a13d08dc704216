/**
 * What takes long, or measures time, is for `npm run test:long`: files whose header has `@long`, and the long form of those that
 * ask for {@link isLong}. `npm test` leaves out the former, and runs the latter in their short form.
 */
export const isLong = 'IS_LONG' in globalThis

/** The number of runs of a property. */
export const runs = (quick: number, long: number): number => (isLong ? long : quick)
