import { api, bodyOf } from '../../api/client.ts'
import { useLoaded } from '../../api/use-loaded.ts'

/** What the database tells of itself, for all parts of the page that need it. */
export const useDatabaseInfo = () =>
  useLoaded('dbInfo', (signal) => bodyOf(api.GET('/dbInfo', { params: { query: { details: true } }, signal })))

export type DatabaseInfo = ReturnType<typeof useDatabaseInfo>
