import { AdminError } from '../errors.ts'

/** A moment at which the clocks of a zone are set. */
export interface Transition {
  readonly atMs: number
  /** What a clock is ahead of UTC before and after. */
  readonly beforeMs: number
  readonly afterMs: number
}

export interface Zone {
  readonly name: string
  /** How far a clock of the zone is ahead of UTC at an instant. */
  readonly offsetMs: (instantMs: number) => number
  /** When clocks are set after `fromMs` and up to `toMs`, in order. @throws AdminError `LIMIT_TOO_LARGE`. */
  readonly transitions: (fromMs: number, toMs: number) => Transition[]
}

const WEEK_MS = 604_800_000
/** No zone has set its clocks before; and rules that are in force by the later year go on for ever. */
const FIRST_MS = Date.UTC(1800, 0)
const SETTLED_MS = Date.UTC(2100, 0)
const TEN_YEARS_MS = 522 * WEEK_MS
/** Each costs a branch in a statement. */
const MAX_TRANSITIONS = 2_000
const OFFSET = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/

/** @param name of the IANA database. @throws AdminError `INVALID_PARAMETER`. */
export const createZone = (name: string): Zone => {
  const format = formatOf(name)
  const offsetMs = (instantMs: number): number => {
    const [, sign, hours, minutes, seconds = '0'] = OFFSET.exec(format.format(instantMs)) ?? []
    if (sign === undefined) return 0
    const magnitude = Number(hours) * 3_600_000 + Number(minutes) * 60_000 + Number(seconds) * 1_000
    return sign === '-' ? -magnitude : magnitude
  }

  /** The instant at which the offset changes between two that differ in it. Clocks are set at whole seconds. */
  const bisect = (fromMs: number, toMs: number): number => {
    let [low, high] = [Math.floor(fromMs / 1_000), Math.ceil(toMs / 1_000)]
    const before = offsetMs(fromMs)
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetMs(middle * 1_000) === before) low = middle
      else high = middle
    }
    return high * 1_000
  }

  const scan = (fromMs: number, toMs: number): Transition[] => {
    const found: Transition[] = []
    let [at, beforeMs] = [fromMs, offsetMs(fromMs)]
    while (at < toMs) {
      const next = Math.min(at + WEEK_MS, toMs)
      if (offsetMs(next) === beforeMs) {
        at = next
        continue
      }
      at = bisect(at, next)
      const afterMs = offsetMs(at)
      found.push({ atMs: at, beforeMs, afterMs })
      if (found.length > MAX_TRANSITIONS)
        throw new AdminError(
          'LIMIT_TOO_LARGE',
          `Clocks of '${name}' are set more than ${MAX_TRANSITIONS} times in the range of time: narrow it by 'from' and 'to'`,
        )
      beforeMs = afterMs
    }
    return found
  }

  return {
    name,
    offsetMs,
    transitions: (fromMs, toMs) => {
      const from = Math.max(fromMs, FIRST_MS)
      const goesOn = toMs <= SETTLED_MS || scan(SETTLED_MS - TEN_YEARS_MS, SETTLED_MS).length > 0
      return scan(from, goesOn ? toMs : SETTLED_MS)
    },
  }
}

const formatOf = (name: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
  } catch (cause) {
    throw new AdminError('INVALID_PARAMETER', `'timezone' is no zone of the IANA database, such as Europe/Berlin`, {
      cause,
    })
  }
}
