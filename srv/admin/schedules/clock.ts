/** Milliseconds since 1970, by the clock that people set: slots are times of theirs, and processes have no other in common. */
export const clock = (): number => new Date().getTime()
