/** Parts of the server beside the OData services, by the first segment of their paths. */
const AREAS: ReadonlyMap<string, string> = new Map([
  ['api', 'api'],
  ['openapi', 'openapi'],
  ['health', 'probes'],
  ['ready', 'probes'],
  ['metrics', 'metrics'],
])
/** Pages and their files, and whatever does not exist. */
const REST = 'other'

/** The parts of the server that requests are counted by. */
export interface Areas {
  /** All there are: labels have to be few, and known beforehand. */
  readonly names: readonly string[]
  /** @param path as it came, percent-encoded, without the query. */
  of(path: string): string
}

/**
 * @param servicePaths for instance `/odata/v4/SagaFilm`; a service goes by the last segment.
 */
export const createAreas = (servicePaths: readonly string[]): Areas => {
  const services = servicePaths.map((path) => [`${path}/`, path.slice(path.lastIndexOf('/') + 1)] as const)
  return {
    names: [...new Set([...services.map(([, name]) => name), ...AREAS.values(), REST])],
    of: (path) => {
      const found = services.find(([prefix]) => path.startsWith(prefix) || `${path}/` === prefix)
      return found?.[1] ?? AREAS.get(path.split('/', 2)[1] ?? '') ?? REST
    },
  }
}
