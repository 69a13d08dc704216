import cds from '@sap/cds'

/** The full address of a path of the server that {@link startApp} started, for plain `fetch`. */
export const serverUrl = (path: string): string => new URL(path, (cds.server as unknown as { url: string }).url).href
