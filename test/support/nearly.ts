/** What was found, with the expected number in place of each that differs from it by rounding only. */
export const nearly = (
  found: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, isNear(value, expected[name]) ? expected[name] : value]),
  )

const isNear = (value: unknown, wanted: unknown): boolean =>
  typeof value === 'number' &&
  typeof wanted === 'number' &&
  Math.abs(value - wanted) <= 1e-11 * Math.max(1, Math.abs(wanted))
