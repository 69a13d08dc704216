/** An operand of a function: SQL, made each time that it stands in a text. Of a literal it tells the value. */
export type Argument = string & { readonly val?: unknown }

/** A function as SQL of one engine. */
export type EngineFunction = (...args: Argument[]) => string

/** The functions of OData that an engine needs another form for than CAP's, by their names in CQN. */
export type EngineFunctions = Readonly<Record<string, EngineFunction>>
