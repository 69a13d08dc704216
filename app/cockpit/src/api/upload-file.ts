import type { paths } from '../../gen/api.d.ts'
import { API, authorizedFetch } from './client.ts'

type StoredFile = paths['/files/{name}']['put']['responses'][200]['content']['application/json']

/**
 * Puts a file on the server. The browser reads it from the disk as it is sent.
 *
 * @throws ApiError `TARGET_EXISTS` unless it may be overwritten.
 */
export const uploadFile = async (name: string, content: Blob, overwrite: boolean): Promise<StoredFile> => {
  const url = `${API}files/${encodeURIComponent(name)}?overwrite=${String(overwrite)}`
  const headers = { 'Content-Type': 'application/octet-stream' }
  const response = await authorizedFetch(new Request(url, { method: 'PUT', headers, body: content }))
  return (await response.json()) as StoredFile
}
