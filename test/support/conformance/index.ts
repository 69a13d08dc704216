import { ADVANCED } from './advanced.ts'
import type { Row } from './ask.ts'
import { INTERMEDIATE } from './intermediate.ts'
import { MINIMAL } from './minimal.ts'
import { NOT_OFFERED } from './not-offered.ts'

/** All that OData asks of a service, by its levels. The checks use jest's `expect`. */
export const LEVELS: readonly (readonly [level: string, rows: readonly Row[]])[] = [
  ['Minimal', MINIMAL],
  ['Intermediate', INTERMEDIATE],
  ['Advanced', ADVANCED],
  ['not offered', NOT_OFFERED],
]
