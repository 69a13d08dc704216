/** A name that the server takes for a file. @see the API: letters, digits, spaces, dots, hyphens, underscores. */
export const serverFileName = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '_')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(-128)
    .replace(/^[^A-Za-z0-9]+/, '')
    // eslint-disable-next-line regexp/no-super-linear-move -- at most 128 characters
    .replace(/[. ]+$/, '')
  return plain === '' ? 'file.csv' : plain
}
