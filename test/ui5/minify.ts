import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { minify } from '@swc/core'

/** What a page loads of SAPUI5: each file holds the modules of a library. */
const BUNDLES = '**/{*-preload*,sap-ui-*}.js'

/**
 * Takes comments and blanks out of the bundles; names stay, so that what a page complains about can be found. SAPUI5's own step
 * would do so for each of its 5,000 files before they are bundled.
 */
export async function minifyBundles(folder: string): Promise<void> {
  for (const name of globSync(BUNDLES, { cwd: folder })) {
    const path = join(folder, name)
    const { code } = await minify(readFileSync(path, 'utf8'), {
      compress: false,
      mangle: false,
      format: { comments: 'some' },
    })
    writeFileSync(path, code)
  }
}
