import { basename, join, normalize, posix, win32 } from 'node:path'
import fc from 'fast-check'
import { checkFileName, isFileName } from '../../../../srv/admin/files/managed-files.ts'

const PIECES = [
  '..',
  '.',
  '/',
  '\\',
  '\0',
  ':',
  ' ',
  'a',
  'Z',
  '9',
  '-',
  '_',
  'con',
  'NUL',
  'com1',
  '.csv',
  '%2e',
  '~',
  '\u202e',
  '\n',
  'é',
]
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''))

test('an accepted name is one step below the directory, on every system', () => {
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string()), (name) => {
      if (!isFileName(name)) return
      expect(normalize(join('/files', name))).toBe(`/files/${name}`)
      expect(posix.basename(name)).toBe(name)
      expect(win32.basename(name)).toBe(name)
      expect(basename(name)).toBe(name)
      expect(name).toMatch(/^[A-Za-z0-9][\w .-]*$/)
      expect(name).not.toMatch(/[. ]$/)
    }),
  )
})

test.each(['a', 'a.csv', '9', 'Film 2024-01-01_final.csv', 'console.csv', 'com.csv', 'a.b.c', 'a'.repeat(128)])(
  '%s is accepted',
  (name) => {
    expect(checkFileName(name)).toBe(name)
  },
)
