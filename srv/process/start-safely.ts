import cds from '@sap/cds'
import { assertSafeStart } from './safe-start.ts'

/** CAP's server, but only after the check that it is safe to start. */
export const startSafely = async (options: object): Promise<unknown> => {
  await assertSafeStart()
  return (cds.server as (options: object) => Promise<unknown>)(options)
}
