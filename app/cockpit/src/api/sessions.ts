import type { paths } from '../../gen/api.d.ts'
import { api, bodyOf } from './client.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

/** What runs in the database. */
export type Sessions = paths['/sessions']['get']['responses'][200]['content']['application/json']
export type DatabaseSession = Sessions['sessions'][number]
export type SlowStatement = Sessions['slowStatements'][number]

/** @param isAsked false for who may not see them. */
export const useSessions = (isAsked = true): Loaded<Sessions> =>
  useLoaded(isAsked ? 'sessions' : null, (signal) => bodyOf(api.GET('/sessions', { signal })))

/** @param own whether a session of this server may be meant. @throws ApiError. */
export const endSession = async (id: string, own: boolean): Promise<void> => {
  await api.DELETE('/sessions', { params: { query: { id, own } } })
}
