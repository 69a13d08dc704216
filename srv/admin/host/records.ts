import type { ServedService } from '../model/read-model.ts'

/** The path of a service that tells of the model's records, as `-data`; null where there is none. */
export const recordsPath = (services: readonly ServedService[]): string | null =>
  services.flatMap(({ endpoints = [] }) => endpoints.map(({ path }) => path)).find((path) => path.endsWith('/-data')) ??
  null
