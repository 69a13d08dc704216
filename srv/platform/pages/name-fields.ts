import type { EventEmitter } from 'node:events'
import cds from '@sap/cds'

type Annotated = Readonly<Record<string, unknown>>

/** A property or association, as it is written in a model. */
interface Element {
  '@title'?: string
  readonly '@Common.Label'?: string
  readonly target?: unknown
}

interface Definition extends Annotated {
  readonly elements?: Readonly<Record<string, Element | undefined>>
}

type Definitions = Readonly<Record<string, Definition | undefined>>

/** Has each property that a page shows have a title: the words of its name, where the model gives none. */
export const nameFields = (): void => {
  const loading = cds as unknown as EventEmitter
  loading.on('loaded', ({ definitions }: { definitions: Definitions }) => nameFieldsOf(definitions))
}

export const nameFieldsOf = (definitions: Definitions): void => {
  for (const definition of Object.values(definitions))
    for (const path of shownBy(definition ?? {})) nameField(definitions, definition, path.split('.'))
}

/** The words of a name: `box_office` is a Box office. */
export const titleOf = (name: string): string => {
  const words = name
    .replace(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    .replaceAll('_', ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const isObject = (value: unknown): value is Annotated => typeof value === 'object' && value !== null

/** The paths of all fields in the layouts of a definition. */
const shownBy = (definition: Definition): string[] =>
  Object.entries(definition).flatMap(([name, value]) => (name.startsWith('@UI.') ? fieldsIn(value) : []))

const fieldsIn = (value: unknown): string[] => {
  if (!isObject(value)) return []
  const { Value: shown } = value
  const path = isObject(shown) ? shown['='] : undefined
  return [...(typeof path === 'string' ? [path] : []), ...Object.values(value).flatMap(fieldsIn)]
}

const nameField = (definitions: Definitions, at: Definition | undefined, [name = '', ...rest]: string[]): void => {
  const element = at?.elements?.[name]
  if (!element) return
  if (rest.length > 0) {
    const { target } = element
    return nameField(definitions, typeof target === 'string' ? definitions[target] : undefined, rest)
  }
  if (element['@title'] === undefined && element['@Common.Label'] === undefined) element['@title'] = titleOf(name)
}
