import { TOO_MUCH_UNDER_WAY } from '../../guard/index.ts'
import { standardError } from '../errors/errors.ts'
import type { Version } from '../urls/protocol-version.ts'
import type { BatchAnswer } from './batch-request.ts'

/** What requests of a batch are answered that are not made: what depends on one that has failed, and what there is no memory for. */
export const standardAnswers = (version: Version): Record<'failedDependency' | 'tooMuch', BatchAnswer> => {
  const headers = { 'odata-version': version, 'content-type': 'application/json; charset=utf-8' }
  return {
    failedDependency: { status: 424, headers, body: JSON.stringify({ error: standardError(424) }) },
    tooMuch: {
      status: 503,
      headers: { ...headers, 'retry-after': '1' },
      body: JSON.stringify({ error: TOO_MUCH_UNDER_WAY }),
    },
  }
}
