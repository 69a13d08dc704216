import { createRequire } from 'node:module'
import cds from '@sap/cds'

const require = createRequire(import.meta.url)

interface Provider {
  /** Sends what has been gathered and not sent, and ends. */
  readonly shutdown?: () => Promise<void>
}

/** OpenTelemetry's globals, as far as they are used here. @see https://opentelemetry.io/docs/languages/js/ */
interface Globals {
  readonly trace: { getTracerProvider(): { getDelegate(): Provider } }
  readonly metrics: { getMeterProvider(): Provider }
}

const load = (): Globals => {
  try {
    // Reads its settings, wraps CAP's services, and registers what it makes with OpenTelemetry.
    require('@cap-js/telemetry')
    // What it wraps of Node is wrapped when it is asked for again.
    require('node:http')
    return require('@opentelemetry/api') as Globals
  } catch (error) {
    throw new Error('The profile telemetry cannot start; it needs the optional packages, see deploy/README.md', {
      cause: error,
    })
  }
}

/**
 * Sends traces and metrics to a collector by OTLP over HTTP, where the profile `telemetry` is on; loads nothing where it
 * is not. CAP would load `@cap-js/telemetry` in every case if it were in `dependencies`. To be called before CAP serves.
 *
 * @throws Error when the packages are not installed, or cannot be used as they are configured.
 */
export const startTelemetry = (): void => {
  const { requires } = cds.env as unknown as { requires: { telemetry?: object | false } }
  if (!requires.telemetry) return
  const { trace, metrics } = load()
  const providers = [trace.getTracerProvider().getDelegate(), metrics.getMeterProvider()]
  const end = (): unknown => Promise.allSettled(providers.map(async (provider) => provider.shutdown?.call(provider)))
  cds.on('shutdown', end)
}
