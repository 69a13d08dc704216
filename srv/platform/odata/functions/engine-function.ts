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
