import { API, authorizedFetch } from '../api/client.ts'

/** Hands a file to the browser, which saves it. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it when the next task runs; what it reads it keeps.
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}

export const saveText = (text: string, name: string, type: string): void => {
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name)
}

/**
 * Downloads what an operation has written. The bytes go into a blob, which browsers keep out of the page's memory and on
 * disk when it is large; no credentials are in any address.
 *
 * @throws ApiError.
 */
export const saveOperationFile = (operationId: string, name: string, byteOrderMark = false): Promise<void> =>
  saveFrom(`operations/${encodeURIComponent(operationId)}/file`, name, byteOrderMark)

/** Downloads a file of the server. @throws ApiError. */
export const saveStoredFile = (name: string): Promise<void> => saveFrom(`files/${encodeURIComponent(name)}`, name)

const saveFrom = async (path: string, name: string, byteOrderMark = false): Promise<void> => {
  const response = await authorizedFetch(new Request(`${API}${path}`))
  const content = await response.blob()
  saveFile(byteOrderMark ? new Blob(['\uFEFF', content], { type: content.type }) : content, name)
}

/** A name for a file: letters and digits of any language, and when it was made. */
export const fileName = (parts: readonly string[], extension: string, now = new Date()): string => {
  const stamp = now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')
  const stem = parts.map((part) => part.replaceAll(/[^\p{L}\p{M}\p{N}_-]+/gu, '_')).join('-')
  return `${stem}-${stamp}.${extension}`
}
