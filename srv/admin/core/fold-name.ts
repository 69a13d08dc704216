/**
 * A name without its letter case, the same for every engine and every collation of a database: upper case, since some
 * letters, such as the Greek sigma, have several lower ones.
 */
export const foldName = (name: string): string => name.normalize('NFC').toUpperCase()
