/** Quick work is told of quickly; long work is asked about once in two seconds, far below the API's rate limit. */
export const pollDelayMs = (round: number): number => Math.min(2_000, Math.round(80 * 1.5 ** round))
