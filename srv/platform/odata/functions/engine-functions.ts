import type { DatabaseService } from '../../cap/database-service.ts'
import type { EngineFunctions } from './engine-function.ts'
import { hanaFunctions } from './hana-functions.ts'
import { postgresFunctions } from './postgres-functions.ts'
import { sqliteFunctions } from './sqlite-functions.ts'

const FUNCTIONS: ReadonlyMap<string | undefined, EngineFunctions> = new Map([
  ['sqlite', sqliteFunctions],
  ['postgres', postgresFunctions],
  ['hana', hanaFunctions],
])

/**
 * Gives databases arithmetic and functions that take each argument once: CAP's own repeat arguments, so that functions
 * inside each other become long beyond all bounds.
 */
export function engineFunctions(service: unknown): void {
  const { options, class: translations } = service as DatabaseService
  const functions = FUNCTIONS.get(options.kind)
  if (functions) translations.CQN2SQL.Functions = { ...translations.CQN2SQL.Functions, ...functions }
}
