/**
 * Whether a name fits a pattern: `*` stands for any run, `?` for one character, all else for itself; letter case counts.
 * Only the last run is ever made longer, which is enough, so the work is at most the product of both lengths.
 */
export const matchesPattern = (name: string, pattern: string): boolean => {
  const [text, wanted] = [[...name], [...pattern]]
  let [at, next, run, runAt] = [0, 0, -1, 0]
  while (at < text.length) {
    if (wanted[next] === '*') {
      run = next++
      runAt = at
    } else if (next < wanted.length && (wanted[next] === '?' || wanted[next] === text[at])) {
      next++
      at++
    } else if (run >= 0) {
      next = run + 1
      at = ++runAt
    } else return false
  }
  return wanted.slice(next).every((char) => char === '*')
}
