import type { Copied } from '../operations/operation.ts'
import { JsonFile } from './json-file.ts'

/** What the API has made from what, so that it is known what a table under another name holds. */
export interface CopyRegister {
  /** What a table was copied from, by itself or with its schema; undefined for all others. */
  originOf(copy: { readonly schema: string; readonly name: string }): Promise<Copied | undefined>
  add(copy: Copied, origin: Copied): Promise<void>
}

/**
 * Kept in a file. An entry stays when its table goes, which at most masks more than has to be.
 *
 * @param directory where the file is kept. @throws Error when it is there and cannot be read.
 */
export const copiedTables = (directory: string): CopyRegister => {
  const file = new JsonFile(directory, 'copied-tables.json')
  const origins = new Map(file.read() as [string, Copied][] | undefined)
  return {
    originOf: ({ schema, name }) => Promise.resolve(originIn((copy) => origins.get(keyOf(copy)), schema, name)),
    add: async (copy, origin) => {
      origins.set(keyOf(copy), origin)
      await file.write(() => [...origins])
    },
  }
}

/** The table's own origin, or the table of that name in its schema's. */
export const originIn = (
  find: (copy: Copied) => Copied | undefined,
  schema: string,
  name: string,
): Copied | undefined => {
  const own = find({ schema, name })
  if (own) return own
  const whole = find({ schema, name: null })
  return whole && { schema: whole.schema, name }
}

export const keyOf = ({ schema, name }: Copied): string => JSON.stringify([schema, name])
