import { AdminError } from '../../errors.ts'
import { MAX_RULES } from './rule.ts'

/** @param at where the rule was written: `character 12` or `rules[3]`. */
export const ruleError = (at: string, problem: string): AdminError =>
  new AdminError('INVALID_RULE', `At ${at}: ${problem}`)

export const tooManyRules = (): AdminError => new AdminError('INVALID_RULE', `A request has at most ${MAX_RULES} rules`)
