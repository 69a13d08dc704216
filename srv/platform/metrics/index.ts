/** The public interface of this folder. Rooms that measure take `createCounter` and `createGauge`, and know nothing of Prometheus. */
export { createCounter, createGauge, serveMetrics } from './registry.ts'
export { measureCache, measureDatabase } from './measure-rooms.ts'
export { measureAdmin, measureRequests } from './measure-requests.ts'
export type { Reading } from './registry.ts'
