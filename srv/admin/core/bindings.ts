/** A service of the platform that the application is bound to. */
export interface ServiceBinding {
  readonly name: string
  readonly label: string | null
  readonly plan: string | null
}

/**
 * Reads the bindings that Cloud Foundry puts into the environment, and nothing of their credentials. What cannot be
 * read is no binding.
 *
 * @see https://docs.cloudfoundry.org/devguide/deploy-apps/environment-variable.html#VCAP-SERVICES
 */
export const readBindings = (vcapServices: string | undefined): ServiceBinding[] =>
  Object.values(parse(vcapServices))
    .flat()
    .flatMap((binding) => {
      if (typeof binding !== 'object' || binding === null) return []
      const { name, label, plan } = binding as Record<string, unknown>
      return typeof name === 'string' ? [{ name, label: textOrNull(label), plan: textOrNull(plan) }] : []
    })

const parse = (text: string | undefined): Record<string, unknown> => {
  try {
    const services: unknown = JSON.parse(text ?? '{}')
    return typeof services === 'object' && services !== null ? (services as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)
