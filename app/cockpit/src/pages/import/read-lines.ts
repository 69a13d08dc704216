/** Longer lines are shown to here. */
const SHOWN = 400

/**
 * Reads some lines of a file. It goes through the file once and keeps only what is asked for, so it may be large.
 *
 * @param numbers of lines, from 1.
 */
export const readLines = async (file: Blob, numbers: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> => {
  const lines = new Map<number, string>()
  const last = Math.max(0, ...numbers)
  let number = 1
  let line = ''
  const keep = (): void => {
    if (numbers.has(number)) lines.set(number, line.replace(/\r$/, '').slice(0, SHOWN))
    number++
    line = ''
  }
  for await (const bytes of file.stream().pipeThrough(new TextDecoderStream())) {
    const [first = '', ...others] = bytes.split('\n')
    line += first.slice(0, SHOWN - Math.min(SHOWN, line.length) + 1)
    for (const next of others) {
      keep()
      line = next
    }
    if (number > last) return lines
  }
  keep()
  return lines
}
