/** A part of a line: as it is, as code, or as a link. */
export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

/** What a page consists of: no more of Markdown than the pages of the operations have. */
export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly text: readonly Inline[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'table'
      readonly head: readonly (readonly Inline[])[]
      readonly rows: readonly (readonly (readonly Inline[])[])[]
    }

/** Ends what a line of text has begun. */
const BEGINS = /^(?:$|#+ |- |\||```)/

export const readMarkdown = (text: string): Block[] => {
  const lines = text.split(/\r?\n/)
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (isTaken: (line: string) => boolean): string[] => {
    const start = at
    while (at < lines.length && isTaken(lines[at] ?? '')) at++
    return lines.slice(start, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const heading = /^(#+) (.*)$/.exec(line)
    if (line === '') at++
    else if (heading) {
      at++
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: readInline(heading[2] ?? '') })
    } else if (line.startsWith('```')) {
      at++
      blocks.push({ kind: 'code', text: takeWhile((each) => !each.startsWith('```')).join('\n') })
      at++
    } else if (line.startsWith('- '))
      blocks.push({
        kind: 'list',
        items: takeWhile((each) => each.startsWith('- ')).map((each) => readInline(each.slice(2))),
      })
    else if (line.startsWith('|')) {
      const [head = [], , ...rows] = takeWhile((each) => each.startsWith('|')).map(readCells)
      blocks.push({ kind: 'table', head, rows })
    } else {
      at++
      blocks.push({ kind: 'paragraph', text: readInline([line, ...takeWhile((each) => !BEGINS.test(each))].join(' ')) })
    }
  }
  return blocks
}

const INLINE = /`([^`]+)`|\[([^[\]]*)\]\(([^)]*)\)/g

const readInline = (text: string): Inline[] => {
  const parts: Inline[] = []
  let end = 0
  const plain = (until: number): void => {
    if (until > end) parts.push({ kind: 'text', text: text.slice(end, until) })
  }
  for (const found of text.matchAll(INLINE)) {
    plain(found.index)
    const [whole, code, label = '', href = ''] = found
    parts.push(code === undefined ? { kind: 'link', text: label, href } : { kind: 'code', text: code })
    end = found.index + whole.length
  }
  plain(text.length)
  return parts
}

/** A bar with a backslash before it, or within code, divides nothing. */
const readCells = (line: string): Inline[][] => {
  const cells: string[] = []
  let cell = ''
  let isCode = false
  for (let at = 1; at < line.length; at++) {
    const isBar = line[at] === '|'
    if (line[at] === '\\' && line[at + 1] === '|') cell += line[++at] ?? ''
    else if (isBar && !isCode) {
      cells.push(cell)
      cell = ''
    } else {
      if (line[at] === '`') isCode = !isCode
      cell += line[at] ?? ''
    }
  }
  if (cell.trim() !== '') cells.push(cell)
  return cells.map((each) => readInline(each.trim()))
}
