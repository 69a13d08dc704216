/**
 * A container of SAP HANA Deployment Infrastructure, as far as rows are concerned: `.hdbtabledata` owns all rows of its
 * table, puts them there whenever it or its table has changed, and takes them away when it is undeployed, unless
 * `skip_data_deletion` is said of its path. Files that vanish are undeployed where `undeploy.json` names them, and go on
 * to act where it does not. By the README of `@sap/hdi-deploy` 5 and CAP's guide; no HANA has seen this.
 */
import { matchesGlob } from 'node:path'
import type { Artifacts } from './hdi-artifacts.ts'

export type Row = Readonly<Record<string, string>>

/** What is deployed: paths from the folder of the deployer, with `src/` in front. */
export interface Deployment {
  readonly files: Artifacts
  /** Patterns of paths. */
  readonly undeploy: readonly string[]
  /** The command that starts the deployer. */
  readonly command: string
}

interface TableData {
  readonly imports: readonly { readonly target_table: string; readonly source_data: { readonly file_name: string } }[]
}

const PARAMETER = 'skip_data_deletion=true'

/** Paths of which `--path-parameter` says something. */
const pathsOf = (command: string): Set<string> => {
  const [, list = ''] = /--path-parameter ((?:(?!--).)*)/.exec(command) ?? []
  const parameters = list.split(' ').filter((each) => each.endsWith(`:${PARAMETER}`))
  return new Set(parameters.map((each) => each.slice(0, -PARAMETER.length - 1)))
}

export class HdiContainer {
  readonly #deployed = new Map<string, string>()
  /** By the name of the table. */
  readonly rows = new Map<string, Row[]>()

  deploy({ files, undeploy, command }: Deployment): void {
    const kept = pathsOf(command)
    const changed = new Set(
      [...files].filter(([path, text]) => this.#deployed.get(path) !== text).map(([path]) => path),
    )
    for (const path of [...this.#deployed.keys()].filter((each) => !files.has(each))) {
      if (!undeploy.some((pattern) => matchesGlob(path, pattern))) continue
      for (const table of this.#tablesOf(path)) if (!kept.has(path)) this.rows.set(table, [])
      this.#deployed.delete(path)
    }
    for (const [path, text] of files) this.#deployed.set(path, text)
    const tables = new Set(
      [...changed].filter((path) => path.endsWith('.hdbtable')).map((path) => nameIn(files.get(path)!)),
    )
    for (const path of this.#deployed.keys()) {
      const isChanged = changed.has(path) || changed.has(path.replace(/hdbtabledata$/, 'csv'))
      for (const table of this.#tablesOf(path))
        if (isChanged || tables.has(table)) this.rows.set(table, this.#read(path.replace(/hdbtabledata$/, 'csv')))
    }
  }

  #tablesOf(path: string): string[] {
    if (!path.endsWith('.hdbtabledata')) return []
    const { imports } = JSON.parse(this.#deployed.get(path)!) as TableData
    return imports.map((each) => each.target_table)
  }

  #read(path: string): Row[] {
    const [header = '', ...lines] = this.#deployed.get(path)!.trim().split('\n')
    const names = header.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [names[index], value])) as Row)
  }
}

const nameIn = (table: string): string => /^COLUMN TABLE (\w+)/.exec(table)![1]!.toUpperCase()
