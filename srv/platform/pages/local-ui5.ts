import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds SAPUI5 where `npm run ui5` puts it, for tests and networks without the internet: `.ui5/<version>/resources`.
 *
 * @returns the folder that the pages' address of SAPUI5 stands for; undefined where there is none.
 */
export const findLocalUi5 = (root: string): string | undefined => {
  const folder = join(root, '.ui5')
  const versions = existsSync(folder) ? readdirSync(folder) : []
  return versions
    .map((version) => join(folder, version, 'resources'))
    .find((resources) => existsSync(join(resources, 'sap-ui-version.json')))
}
