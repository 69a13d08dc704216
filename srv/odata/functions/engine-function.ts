/** An operand of a function, which becomes SQL as text; of a literal it tells the value. */
export interface Argument {
  readonly val?: unknown
  toString(): string
}

/** A function as SQL of one engine. */
export type EngineFunction = (...args: Argument[]) => string

/** The functions of OData that an engine needs another form for than CAP's, by their names in CQN. */
export type EngineFunctions = Readonly<Record<string, EngineFunction>>
