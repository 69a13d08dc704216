import type { AdminConfig } from '../config.ts'
import { asAdminDatabase } from '../shared/admin-database.ts'
import { SharedSessions } from '../shared/sessions.ts'
import type { SharedState } from '../shared/state.ts'
import { LocalSessions } from './local-sessions.ts'
import { Sessions } from './sessions.ts'

/**
 * The sessions of a server, or of all that share their state.
 *
 * @param application whose they are: browsers keep those of all ports of a host together.
 * @param paths where they count besides the API.
 */
export const openSessions = (
  { path, session: { idleSeconds, totalSeconds } }: Pick<AdminConfig, 'path' | 'session'>,
  application: string,
  shared?: SharedState,
  paths: readonly string[] = [],
): Sessions => {
  const limits = { idleMs: 1_000 * idleSeconds, totalMs: 1_000 * totalSeconds }
  const store = shared ? new SharedSessions(asAdminDatabase(shared.database), limits) : new LocalSessions(limits)
  return new Sessions(store, { name: `${application.replace(/[^\w-]+/g, '-')}-session`, paths: [path, ...paths] })
}
