import type { EngineFunction } from './engine-function.ts'

/** Moments are kept in UTC. */
export const totaloffsetminutes: EngineFunction = (moment) => `(CASE WHEN (${moment}) IS NOT NULL THEN 0 END)`
