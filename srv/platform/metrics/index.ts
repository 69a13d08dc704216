/** The public interface of this folder. Rooms that measure take `createCounter` and `createGauge`, and know nothing of Prometheus. */
export { createCounter, createGauge } from './registry.ts'
export { measureAdmin } from './measure-admin.ts'
export { measureCache } from './measure-cache.ts'
export { measureRequests } from './measure-requests.ts'
export { measureDatabase } from './measure-database.ts'
export { serveMetrics } from './serve-metrics.ts'
export type { Reading } from './registry.ts'
