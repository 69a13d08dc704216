import { BadRequest } from '../errors/bad-request.ts'

const DURATION = /^([+-]?)P(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i

/** Longer than all that the calendar of the databases has, in seconds. */
const LONGEST = 400 * 366 * 86_400 * 25

/**
 * The seconds of a duration such as `P1DT2H30M0.5S`, to the millisecond; undefined where the text is none.
 *
 * @throws BadRequest for more than ten thousand years
 */
export function secondsOf(text: string): number | undefined {
  const [found, sign, days = 0, hours = 0, minutes = 0, seconds = 0] = DURATION.exec(text) ?? []
  if (found === undefined || /P$/i.test(found)) return undefined
  const milliseconds = Math.round(
    (Number(days) * 86_400 + Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000,
  )
  if (milliseconds > LONGEST * 1_000) throw new BadRequest(`The duration ${text} is too long`)
  return (sign === '-' ? -milliseconds : milliseconds) / 1_000
}
