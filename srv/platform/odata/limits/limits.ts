import { type Limits, readLimits } from '../../guard/index.ts'

let limits: Limits | undefined

/** The limits of the configuration, read once. */
export const limitsInForce = (): Limits => (limits ??= readLimits())
