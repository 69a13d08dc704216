/** The pages of the operations, read as the cockpit shows them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Inline, readMarkdown } from '../../../app/cockpit/src/pages/help/read-markdown.ts'
import { PAGES } from '../../../app/cockpit/src/pages/index.ts'

const folder = join(__dirname, '../../../docs/operations')
const files = readdirSync(folder)
const plain = (parts: readonly Inline[]): string => parts.map(({ text }) => text).join('')

test('headings, paragraphs of several lines, lists, code and tables with bars in their cells', () => {
  const text =
    '# A `b`\n\none\ntwo [x](y.md)\n\n- a\n- b\n\n```json\n{ "# a": 1 }\n\n```\n\n| a | b |\n| - | - |\n| `x|y` | |\n| x\\|y | z |\n'
  expect(readMarkdown(text)).toEqual([
    {
      kind: 'heading',
      level: 1,
      text: [
        { kind: 'text', text: 'A ' },
        { kind: 'code', text: 'b' },
      ],
    },
    {
      kind: 'paragraph',
      text: [
        { kind: 'text', text: 'one two ' },
        { kind: 'link', text: 'x', href: 'y.md' },
      ],
    },
    { kind: 'list', items: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]] },
    { kind: 'code', text: '{ "# a": 1 }\n' },
    {
      kind: 'table',
      head: [[{ kind: 'text', text: 'a' }], [{ kind: 'text', text: 'b' }]],
      rows: [
        [[{ kind: 'code', text: 'x|y' }], []],
        [[{ kind: 'text', text: 'x|y' }], [{ kind: 'text', text: 'z' }]],
      ],
    },
  ])
})

test.each(files)('nothing of %s is shown as its Markdown, and its links lead to pages', (file) => {
  const blocks = readMarkdown(readFileSync(join(folder, file), 'utf8'))
  expect(blocks[0]).toMatchObject({ kind: 'heading', level: 1 })
  const lines = blocks.flatMap((block) =>
    block.kind === 'code'
      ? []
      : block.kind === 'list'
        ? block.items
        : block.kind === 'table'
          ? [...block.head, ...block.rows.flat()]
          : [block.text],
  )
  for (const parts of lines) {
    for (const { kind, text } of parts) if (kind === 'text') expect(text).not.toMatch(/[`|]|\]\(|^#|\*\*/)
    for (const part of parts)
      if (part.kind === 'link' && !part.href.startsWith('https://')) expect(files).toContain(part.href)
  }
  for (const block of blocks)
    if (block.kind === 'table')
      for (const row of block.rows)
        expect([plain(row[0] ?? []), row.length]).toEqual([plain(row[0] ?? []), block.head.length])
})

test('every page but the help itself leads to a page that is there', () => {
  for (const { id, help } of PAGES) {
    if (id === 'help') continue
    const names =
      typeof help === 'function'
        ? ['', 'rows', 'structure', 'profile', 'lineage', 'checks'].map((tab) => help({ tab, what: 'schema' }))
        : [help]
    for (const name of names) expect(files).toContain(`${name}.md`)
  }
})
