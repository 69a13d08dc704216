import type { EdmType } from '../../meaning/edm.ts'

/** An operand of a function: SQL, made each time that it stands in a text. Of a literal it tells the value. */
export type Argument = string & { readonly val?: unknown }

/** A function as SQL of one engine. */
export type EngineFunction = (...args: Argument[]) => string

/** The functions of OData that an engine needs another form for than CAP's, by their names in CQN. */
export type EngineFunctions = Readonly<Record<string, EngineFunction>>

/** Moments are kept in UTC. */
export const totaloffsetminutes: EngineFunction = (moment) => `(CASE WHEN (${moment}) IS NOT NULL THEN 0 END)`

/** The characters that are blank by Unicode, which are trimmed on every engine. */
export const BLANKS =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000'

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
