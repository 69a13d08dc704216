import { AdminError } from '../../errors.ts'

/** @param at where the rule was written: `character 12` or `rules[3]`. */
export const ruleError = (at: string, problem: string): AdminError =>
  new AdminError('INVALID_RULE', `At ${at}: ${problem}`)
