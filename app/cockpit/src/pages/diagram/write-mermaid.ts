import type { ChosenTables } from './choose-tables.ts'

/**
 * The picture as text for Mermaid. Tables have numbers and show their names, since names of the diagram hold letters,
 * digits and underscores only. How many rows may refer to one is not known, so that the lines say the least: any number.
 *
 * @see https://mermaid.js.org/syntax/entityRelationshipDiagram.html
 */
export const writeMermaid = ({ tables, references }: ChosenTables): string => {
  const numbers = new Map(tables.map(({ id }, index) => [id, `t${String(index + 1)}`]))
  const lines = tables.flatMap((table) => {
    const { id, columns, referring } = table
    const head = `  ${numbers.get(id) ?? ''}["${label(table.label)}"]`
    if (columns.length === 0) return [head]
    const rows = columns.map((column) => {
      const marks = [column.keyPosition !== null && 'PK', referring.includes(column.name) && 'FK'].filter(Boolean)
      const plain = word(column.name)
      const own = plain === column.name ? '' : ` "${label(column.name)}"`
      return `    ${word(column.type)} ${plain}${marks.length > 0 ? ` ${marks.join(', ')}` : ''}${own}`
    })
    return [`${head} {`, ...rows, '  }']
  })
  const links = references.map(({ from, to, columns, source }) => {
    const line = source === 'catalog' ? '}o--o|' : '}o..o|'
    return `  ${numbers.get(from) ?? ''} ${line} ${numbers.get(to) ?? ''} : "${label(columns.join(', '))}"`
  })
  return `${['erDiagram', ...lines, ...links].join('\n')}\n`
}

/** What the diagram takes for a type or the name of a column. */
const word = (text: string): string => text.replace(/[^A-Za-z0-9_]+/g, '_').replace(/^(?![A-Za-z])/, 'c_')

/** A text between quotes, on one line. */
const label = (text: string): string =>
  text.replace(/["#\p{Cc}]/gu, (char) => `#${String(char.codePointAt(0))};`).replaceAll('\\', '#92;')
