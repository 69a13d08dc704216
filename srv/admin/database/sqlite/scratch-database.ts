import { DatabaseSync } from 'node:sqlite'
import { registerCapFunctions, registerDialectFunctions } from './functions.ts'
import { missingFunctions } from './missing-parts.ts'

/**
 * Works in an empty database in memory, which is gone afterwards.
 *
 * @param definitions what will be made there. Functions that it calls and only the application has are replaced: none is run.
 */
export const inScratchDatabase = <T>(definitions: string, work: (scratch: DatabaseSync) => T): T => {
  const scratch = new DatabaseSync(':memory:')
  try {
    registerCapFunctions(scratch)
    registerDialectFunctions(scratch, ':memory:')
    for (const name of missingFunctions(scratch, definitions)) scratch.function(name, { varargs: true }, () => null)
    return work(scratch)
  } finally {
    scratch.close()
  }
}
