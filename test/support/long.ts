/**
 * What takes long is for `npm run test:long`: files whose header has `@long`, and the long form of those that ask for
 * {@link isLong}. What measures time, or waits for limits of time, says `@alone`: `npm run test:alone` runs one such file after
 * the other. `npm test` leaves out whole files, and runs the short form of the others.
 */
export const isLong = 'IS_LONG' in globalThis

/** The number of runs of a property. */
export const runs = (quick: number, long: number): number => (isLong ? long : quick)

/** Of many cases of one kind all in the long form, and otherwise one of so many. */
export const someOf = <Case>(all: readonly Case[], each: number): readonly Case[] =>
  all.filter((_, index) => isLong || index % each === 0)
