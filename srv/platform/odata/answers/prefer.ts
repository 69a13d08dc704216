import type { Request } from '../../cap/odata.ts'

/**
 * One preference of a Prefer header, in either spelling: `maxpagesize` is also found as `odata.maxpagesize`.
 *
 * @returns its value ('' if it has none) and the text as the client wrote it, for Preference-Applied
 */
export const preference = (req: Request, name: string): { value: string; text: string } | undefined => {
  for (const item of String(req.headers['prefer'] ?? '').split(/[,;]/)) {
    const [key = '', value = ''] = item.split('=').map((part) => part.trim())
    if (key.toLowerCase().replace(/^odata\./, '') === name)
      return { value: value.replace(/^"(.*)"$/, '$1'), text: item.trim() }
  }
  return undefined
}
