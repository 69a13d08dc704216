import { hrefOf } from '../../parts/route.ts'
import type { Block, Inline } from './read-markdown.ts'

/** Draws a page that has been read. */
export const Document = ({ blocks }: { blocks: readonly Block[] }) =>
  blocks.map((block, index) => <Part key={index} block={block} />)

const Part = ({ block }: { block: Block }) => {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 1 ? 'h1' : block.level === 2 ? 'h2' : 'h3'
      return (
        <Heading>
          <Line parts={block.text} />
        </Heading>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Line parts={block.text} />
        </p>
      )
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'list':
      return (
        <ul>
          {block.items.map((item, index) => (
            <li key={index}>
              <Line parts={item} />
            </li>
          ))}
        </ul>
      )
    case 'table':
      return (
        <div className="table-scroll" tabIndex={0}>
          <table className="data-table">
            <thead>
              <tr>
                {block.head.map((cell, index) => (
                  <th key={index} scope="col">
                    <Line parts={cell} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {block.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, place) => (
                    <td key={place}>
                      <Line parts={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )
  }
}

const Line = ({ parts }: { parts: readonly Inline[] }) =>
  parts.map((part, index) => {
    if (part.kind === 'code') return <code key={index}>{part.text}</code>
    if (part.kind !== 'link') return part.text
    const page = /^([\w-]+)\.md(?:#.*)?$/.exec(part.href)?.[1]
    return (
      <a
        key={index}
        {...(page === undefined ? { href: part.href, rel: 'noreferrer' } : { href: hrefOf('help', [page]) })}
      >
        {part.text}
      </a>
    )
  })
