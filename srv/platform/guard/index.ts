/** The public interface of this folder. */
export { checkOptions, checkQuery } from './check-query.ts'
export { type Api, answerTheRest, errorAnswer, Refusal, sendError, sendPlainError } from './error-answer.ts'
export { compose, correlationOf, guardRequests, languageOf } from './guard-requests.ts'
export { anyHost, checkHost, isLoopback, followHostRule, isOwnName, isProbe, onlyHosts, readHosts } from './hosts.ts'
export { type Limits, readLimits } from './limits.ts'
export { checkBody, checkUrl } from './refuse-hostile.ts'
export { ExpiringMap, limitRequestRate, networkOf, turns } from './request-rate.ts'
export { answerMemory, QueueFull, TOO_MUCH_UNDER_WAY, WorkQueue } from './under-way.ts'
