/**
 * What takes long, or measures time, is for `npm run test:long`: files whose header has `@long`, and the long form of those that
 * ask for {@link isLong}. `npm test` leaves out the former, and runs the latter in their short form.
 */
export const isLong = 'IS_LONG' in globalThis

/** The number of runs of a property. */
export const runs = (quick: number, long: number): number => (isLong ? long : quick)

/** Of many cases of one kind all in the long form, and otherwise one of so many. */
export const someOf = <Case>(all: readonly Case[], each: number): readonly Case[] =>
  all.filter((_, index) => isLong || index % each === 0)
