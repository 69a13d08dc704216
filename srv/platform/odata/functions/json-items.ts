import type { EdmType } from '../meaning/edm.ts'
import type { Argument, EngineFunctions } from './engine-function.ts'

/** How an engine looks into a collection that is kept as JSON. */
interface JsonItems {
  /** The values of a list, as the source of a query that names each by an alias. */
  readonly source: (list: string, alias: string) => string
  /** A value by its alias, or what names lead to in it, as SQL of a type. */
  readonly value: (alias: string, path: readonly string[], type: EdmType) => string
}

const textOf = ({ val }: Argument): string => String(val)

/** Functions over the values of a list: whether there is one, how many there are, and each by its alias. */
export const jsonItems = ({ source, value }: JsonItems): EngineFunctions => {
  const found = (list: Argument, alias: Argument, condition?: Argument): string =>
    `FROM ${source(list, textOf(alias))}${condition ? ` WHERE ${condition}` : ''}`
  return {
    anyitem: (...args: [Argument, Argument, Argument?]) => `EXISTS (SELECT 1 ${found(...args)})`,
    countitems: (...args: [Argument, Argument, Argument?]) => `(SELECT count(*) ${found(...args)})`,
    item: (alias, type, ...path) => value(textOf(alias), path.map(textOf), textOf(type) as EdmType),
  }
}

/** A text in SQL. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
