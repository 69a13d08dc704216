const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/**
 * JSON with a line for each member and each item. The text itself is kept: its numbers may have more digits than a double,
 * and its members may have equal names.
 *
 * @returns undefined for a text that is no object and no list.
 */
export const indentJson = (text: string): string | undefined => {
  if (!/^\s*[{[]/.test(text) || !isJson(text)) return undefined
  const tokens = text.match(TOKEN) ?? []
  let depth = 0
  const line = (): string => `\n${'  '.repeat(depth)}`
  const parts = tokens.map((token, index) => {
    const [before, after] = [tokens[index - 1] ?? '', tokens[index + 1] ?? '']
    if (token === '{' || token === '[') {
      if (isEnd(after)) return token
      depth++
      return token + line()
    }
    if (isEnd(token)) {
      if (isStart(before)) return token
      depth--
      return line() + token
    }
    return token === ',' ? token + line() : token === ':' ? ': ' : token
  })
  return parts.join('')
}

const isStart = (token: string): boolean => token === '{' || token === '['
const isEnd = (token: string): boolean => token === '}' || token === ']'

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
