/** The door of this folder. */
export { startTelemetry } from './start-telemetry.ts'
