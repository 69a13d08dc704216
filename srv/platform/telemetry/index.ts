import { createRequire } from 'node:module'
import cds from '@sap/cds'

const load = createRequire(import.meta.url) // packages of this folder's own

interface Provider {
  /** Sends what has been gathered and not sent, and ends. */
  readonly shutdown?: () => Promise<void>
}

/** OpenTelemetry's globals, as far as they are used here. @see https://opentelemetry.io/docs/languages/js/ */
interface Globals {
  readonly trace: { getTracerProvider(): { getDelegate(): Provider } }
  readonly metrics: { getMeterProvider(): Provider }
}

const loadTelemetry = (): Globals => {
  try {
    // Reads its settings, wraps CAP's services, and registers what it makes with OpenTelemetry.
    load('@cap-js/telemetry')
    // What it wraps of Node is wrapped when it is asked for again.
    load('node:http')
    return load('@opentelemetry/api') as Globals
  } catch (error) {
    throw new Error('The profile telemetry cannot start; it needs `npm ci` in its folder, see deploy/README.md', {
      cause: error,
    })
  }
}

/**
 * Sends traces and metrics to a collector by OTLP over HTTP, where the profile `telemetry` is on; loads nothing where it
 * is not. CAP would load `@cap-js/telemetry` in every case if the server depended on it. To be called before CAP serves.
 *
 * @throws Error when the packages are not installed, or cannot be used as they are configured.
 */
export const startTelemetry = (): void => {
  const { requires } = cds.env as unknown as { requires: { telemetry?: object | false } }
  if (!requires.telemetry) return
  const { trace, metrics } = loadTelemetry()
  const providers = [trace.getTracerProvider().getDelegate(), metrics.getMeterProvider()]
  const end = (): unknown => Promise.allSettled(providers.map(async (provider) => provider.shutdown?.call(provider)))
  cds.on('shutdown', end)
}
