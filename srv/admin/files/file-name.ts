import { AdminError } from '../core/errors.ts'

const FORM = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,127}$/
// Windows opens these devices whatever extension follows.
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i

/** Whether a name is one of a file in the files directory: no path, no device, the same file on every system. */
export const isFileName = (name: string): boolean =>
  FORM.test(name) && !name.includes('..') && !/[. ]$/.test(name) && !DEVICE.test(name)

/** @throws AdminError `INVALID_FILE_NAME`. */
export const checkFileName = (name: string): string => {
  if (isFileName(name)) return name
  throw new AdminError(
    'INVALID_FILE_NAME',
    'A file name has 1 to 128 letters, digits, spaces, dots, hyphens and underscores, starts with a letter or digit, ' +
      'does not end in a dot or space, and names no path or device',
  )
}
