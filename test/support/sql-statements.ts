import cds from '@sap/cds'

/** What the server of this process sends to its database while something is done, without what begins and ends transactions. */
export const sqlWhile = async (work: () => Promise<unknown>): Promise<string[]> => {
  const database = cds.db as unknown as { prepare: (...args: unknown[]) => unknown }
  const { prepare } = database
  const statements: string[] = []
  database.prepare = function (this: unknown, ...args) {
    statements.push(String(args[0]))
    return prepare.apply(this, args)
  }
  try {
    await work()
  } finally {
    database.prepare = prepare
  }
  return statements
}
