/** The public interface of this folder. */
export { startTelemetry } from './start-telemetry.ts'
