import type { SchemaRegister } from '../operations/operation.ts'
import { JsonFile } from './json-file.ts'

const FILE = 'cloned-schemas.json'

/**
 * Names of the schemas that the API has made, kept in a file.
 *
 * @param directory where the file is kept. @throws Error when it is there and cannot be read.
 */
export const clonedSchemas = (directory: string): SchemaRegister => {
  const file = new JsonFile(directory, FILE)
  const names = new Set(namesIn(file.read()))
  const save = (): Promise<void> => file.write(() => [...names].sort())
  return {
    has: (name) => names.has(name),
    add: async (name) => {
      names.add(name)
      await save()
    },
    remove: async (name) => {
      if (names.delete(name)) await save()
    },
  }
}

const namesIn = (names: unknown = []): string[] => {
  if (Array.isArray(names) && names.every((name): name is string => typeof name === 'string')) return names
  throw new Error(`${FILE} is not a list of schema names`)
}
