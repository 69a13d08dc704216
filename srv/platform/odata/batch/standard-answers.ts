import { TOO_MUCH_UNDER_WAY } from '../../guard/index.ts'
import { standardError } from '../errors/errors.ts'
import type { BatchAnswer } from './batch-request.ts'

/** For what depends on a request that has failed. */
export const FAILED_DEPENDENCY: BatchAnswer = {
  status: 424,
  headers: { 'odata-version': '4.0', 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ error: standardError(424) }),
}

/** For what the memory for answers is too full for. */
export const TOO_MUCH: BatchAnswer = {
  status: 503,
  headers: { ...FAILED_DEPENDENCY.headers, 'retry-after': '1' },
  body: JSON.stringify({ error: TOO_MUCH_UNDER_WAY }),
}
