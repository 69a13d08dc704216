import { dirname, sep } from 'node:path'
import cds from '@sap/cds'

interface Environment {
  readonly requires: Readonly<Record<string, { readonly model?: string | readonly string[] } | false | undefined>>
  readonly plugins?: Readonly<Record<string, { readonly impl: string }>>
}

/**
 * Names of all definitions that come with CAP and its plugins: what their own models say, since that of an application
 * that was built does not tell where it has them from.
 */
export const definitionsOfPlugins = async (): Promise<ReadonlySet<string>> => {
  const { requires, plugins = {} } = cds.env as unknown as Environment
  const folders = [cds.home, ...Object.values(plugins).map(({ impl }) => dirname(impl))]
  const models = ['@sap/cds/common', ...Object.values(requires).flatMap((each) => (each && each.model) || [])]
  const files = models
    .flatMap((model) => cds.resolve(model) || [])
    .filter((file) => folders.some((folder) => file.startsWith(folder + sep)))
  const found = await Promise.all([...new Set(files)].map(namesIn))
  return new Set(found.flat())
}

const compile = cds.compile as unknown as (files: readonly string[]) => Promise<{ readonly definitions?: object }>

const namesIn = async (file: string): Promise<string[]> => {
  try {
    // Not loaded, which others wait for: only CAP loads the application's model.
    const { definitions = {} } = await compile([file])
    return Object.keys(definitions)
  } catch {
    // What makes sense within an application's model only is counted as the application's.
    return []
  }
}
