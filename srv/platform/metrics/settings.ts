import cds from '@sap/cds'

/** Who may read the metrics: callers with the role `viewer`, or also whoever is on this machine. */
const ACCESS = ['viewer', 'loopback'] as const

/**
 * Reads the settings `metrics.<name>` of the CDS configuration.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (settings: unknown = (cds.env as Record<string, unknown>)['metrics']) => {
  if (settings !== undefined && (typeof settings !== 'object' || settings === null || Array.isArray(settings)))
    throw new Error('Setting metrics must be an object')
  const { access: given = 'viewer', ...others } = { ...(settings as Record<string, unknown> | undefined) }
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw new Error(`Setting metrics.${unknown} is not known`)
  const access = ACCESS.find((each) => each === given)
  if (!access) throw new Error(`Setting metrics.access must be one of: ${ACCESS.join(', ')}`)
  return { access }
}
