/** The pages of the operations: part of the cockpit, so that they are there without a network, each when it is asked for. */
const DOCUMENTS = import.meta.glob<string>('../../../../../docs/operations/*.md', { query: '?raw', import: 'default' })

/** @returns the text of a page, such as `export`; undefined when there is none. */
export const loadDocument = (name: string): Promise<string> | undefined => {
  const [, load] = Object.entries(DOCUMENTS).find(([path]) => path.endsWith(`/${name}.md`)) ?? []
  return load?.()
}
