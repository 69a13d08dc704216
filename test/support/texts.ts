import { readFileSync } from 'node:fs'

/**
 * Reads a file of texts.
 *
 * @throws Error for a line that is no text, a key without text, and a key that comes twice.
 */
export function readTexts(file: string): Map<string, string> {
  const texts = new Map<string, string>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    const [, key, text] = /^(\w+) = (\S.*)$/.exec(line) ?? []
    if (key === undefined || text === undefined || texts.has(key)) throw new Error(`${file}: ${line}`)
    texts.set(key, text)
  }
  return texts
}
