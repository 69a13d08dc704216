/** What the guides tell of an endpoint, as the OpenAPI document has it; nothing where there is no guide. */
import type { JsonObject } from '../operations/operation.ts'
import type { Endpoint } from './endpoint.ts'
import { type Example, GUIDES } from './guides.ts'

type Named = Pick<Endpoint, 'method' | 'path'>

export const aboutOf = ({ method, path }: Named): string => {
  const about = GUIDES[`${method} ${path}`]?.about
  return about === undefined ? '' : `${about} `
}

/** A value that an example has for a parameter. */
export const exampleOf = ({ method, path }: Named, name: string): JsonObject => {
  const value = GUIDES[`${method} ${path}`]?.examples.find(({ input }) => input[name] !== undefined)?.input[name]
  return value === undefined ? {} : { example: value }
}

export const examplesOf = ({ method, path }: Named, part: (example: Example) => JsonObject): JsonObject => {
  const examples = GUIDES[`${method} ${path}`]?.examples ?? []
  if (examples.length === 0) return {}
  return {
    examples: Object.fromEntries(
      examples.map((example, index) => [`example${index + 1}`, { summary: example.title, value: part(example) }]),
    ),
  }
}
