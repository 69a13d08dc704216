/** How each way in which a check ends is shown. */
export const TONES = { pass: 'good', warn: 'warn', fail: 'bad', error: 'bad' } as const
