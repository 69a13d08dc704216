import { existsSync } from 'node:fs'
import { join } from 'node:path'
import cds from '@sap/cds'
import { definedProfiles } from '../cap/model.ts'

/**
 * Names profiles that nothing is set for: CAP takes no notice of one that is mistyped, and would serve from memory.
 *
 * @param given names with commas in between, as in `--profile` and `CDS_ENV`.
 */
export const findProfileProblems = (given: string | undefined): string[] => {
  const { own, others } = definedProfiles()
  // Variables of a profile can be in a file.
  const isKnown = (name: string): boolean =>
    own.includes(name) || others.includes(name) || existsSync(join(cds.root, `.${name}.env`))
  const names = (given ?? '').split(',').map((name) => name.trim())
  return names
    .filter((name) => name !== '' && !isKnown(name))
    .map((name) => `there is no profile '${name}'; there are ${others.join(', ')}: --profile ${others[0] ?? ''}`)
}
