import { csvText } from '../csv/csv-writer.ts'
import type { ColumnFlow, LineageEdge } from './graph.ts'
import type { Lineage, PlacedNode } from './traverse.ts'

export const LINEAGE_FORMATS = ['json', 'csv', 'graphml', 'openlineage', 'mermaid'] as const

type Drawn = Pick<Lineage, 'nodes' | 'edges'>

/** One record per edge, or per column of an edge where columns are known. */
export const toCsv = ({ edges }: Drawn): string =>
  csvText(
    ['source', 'target', 'type', 'sourceColumn', 'targetColumn'],
    edges.flatMap(({ source, target, type, columns }) => {
      const flows: readonly (ColumnFlow | null)[] = columns.length > 0 ? columns : [null]
      return flows.map((flow) => [source, target, type, flow?.source ?? null, flow?.target ?? null])
    }),
  )

/** @see http://graphml.graphdrawing.org/primer/graphml-primer.html */
export const toGraphml = ({ nodes, edges }: Drawn): string => {
  const data = (key: string, value: string): string => `<data key="${key}">${escapeXml(value)}</data>`
  const node = ({ id, schema, name, type, direction, level }: PlacedNode): string =>
    `    <node id="${escapeXml(id)}">${[
      ...(schema === null ? [] : [data('schema', schema)]),
      data('name', name),
      data('type', type),
      data('direction', direction),
      data('level', String(level)),
    ].join('')}</node>`
  const edge = ({ source, target, type, columns }: LineageEdge, index: number): string => {
    const flows = columns.map((flow) => `${flow.source}${flow.target === null ? '' : ` -> ${flow.target}`}`)
    const details = [data('kind', type), ...(flows.length > 0 ? [data('columns', flows.join(', '))] : [])]
    return `    <edge id="e${index}" source="${escapeXml(source)}" target="${escapeXml(target)}">${details.join('')}</edge>`
  }
  const keys = [
    ...['schema', 'name', 'type', 'direction'].map((name) => ['node', name, 'string']),
    ['node', 'level', 'int'],
    ['edge', 'kind', 'string'],
    ['edge', 'columns', 'string'],
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    ...keys.map(
      ([of = '', name = '', type = '']) => `  <key id="${name}" for="${of}" attr.name="${name}" attr.type="${type}"/>`,
    ),
    '  <graph edgedefault="directed">',
    ...nodes.map(node),
    ...edges.map(edge),
    '  </graph>',
    '</graphml>',
    '',
  ].join('\n')
}

/** What XML 1.0 cannot carry at all. */
const UNWRITABLE =
  // eslint-disable-next-line no-control-regex -- these are the characters that are meant
  /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escapeXml = (text: string): string =>
  text.replace(UNWRITABLE, '\ufffd').replace(/[&<>"\t\n\r]/g, (char) => ENTITIES[char] ?? char)

const SHAPES: Readonly<Record<PlacedNode['type'], readonly [string, string]>> = {
  table: ['[(', ')]'],
  virtual: ['[(', ')]'],
  view: ['[', ']'],
  materialized: ['[[', ']]'],
  procedure: ['{{', '}}'],
  service: ['([', '])'],
}

/** @see https://mermaid.js.org/syntax/flowchart.html */
export const toMermaid = ({ nodes, edges }: Drawn): string => {
  const number = new Map(nodes.map(({ id }, index) => [id, `n${index}`]))
  const shape = ({ id, type, direction }: PlacedNode): string => {
    const [open, close] = SHAPES[type]
    return `  ${number.get(id) ?? ''}${open}"${escapeMermaid(id)}"${close}${direction === 'root' ? ':::root' : ''}`
  }
  const arrow = ({ source, target, type }: LineageEdge): string =>
    `  ${number.get(source) ?? ''} -->|${type}| ${number.get(target) ?? ''}`
  const lines = ['flowchart LR', ...nodes.map(shape), ...edges.map(arrow), '  classDef root stroke-width:3px', '']
  return lines.join('\n')
}

/** By character codes, the way in which Mermaid takes any character in a text. */
const escapeMermaid = (text: string): string =>
  text.replace(/[^\p{L}\p{N} .:_$-]/gu, (char) => `#${String(char.codePointAt(0))};`)
