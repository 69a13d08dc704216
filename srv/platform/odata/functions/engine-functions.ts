import type { EngineFunctions } from './engine-function.ts'
import { hanaFunctions } from './hana-functions.ts'
import { postgresFunctions } from './postgres-functions.ts'
import { sqliteFunctions } from './sqlite-functions.ts'

const FUNCTIONS: ReadonlyMap<string | undefined, EngineFunctions> = new Map([
  ['sqlite', sqliteFunctions],
  ['postgres', postgresFunctions],
  ['hana', hanaFunctions],
])

/** What this file uses of a CAP database service. */
interface DatabaseService {
  readonly options?: { readonly kind?: string }
  readonly class?: { readonly CQN2SQL?: { Functions: object } }
}

/**
 * Gives databases arithmetic and functions that take each argument once: CAP's own repeat arguments, so that functions
 * inside each other become long beyond all bounds.
 */
export function engineFunctions(service: unknown): void {
  const { options, class: { CQN2SQL } = {} } = service as DatabaseService
  const functions = FUNCTIONS.get(options?.kind)
  if (functions && CQN2SQL) CQN2SQL.Functions = { ...CQN2SQL.Functions, ...functions }
}
