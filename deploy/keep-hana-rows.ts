/** Keeps the deployer of the HANA artifacts away from rows: see {@link keepHanaRows}. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whose rows earlier versions gave to HANA's deployment, by the names of their files. What comes later is never among them. */
const GIVEN = [
  ...['Episode', 'Film', 'People', 'Planet', 'Show', 'Species', 'Starship', 'Vehicle'],
  ...['People', 'Planets', 'Species', 'Starships', 'Vehicles'].flatMap((name) => [`Episode2${name}`, `Film2${name}`]),
  ...['Species2People', 'Starship2Pilot', 'Vehicle2Pilot'],
]
const fileOf = (name: string, extension: string): string => `src/gen/data/saga-${name}.${extension}`

/**
 * Takes rows out of the artifacts for HANA. What a `.hdbtabledata` brings is owned by the deployment: it would be put
 * back each time, over what people have written since, and any table can be written by the administration API. A container
 * that such files were deployed to is told to forget them without deleting the rows.
 *
 * @param folder of the artifacts, with `undeploy.json` and `package.json`.
 */
export const keepHanaRows = (folder: string): void => {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const write = (file: string, content: unknown): void => {
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`)
  }
  rmSync(join(folder, 'src/gen/data'), { recursive: true, force: true })
  const forgotten = GIVEN.map((name) => fileOf(name, 'hdbtabledata'))
  const sources = GIVEN.map((name) => fileOf(name, 'csv'))
  write('undeploy.json', [...(read('undeploy.json') as string[]), ...forgotten, ...sources])
  const manifest = read('package.json') as { scripts: { start: string } }
  const parameters = forgotten.map((file) => `${file}:skip_data_deletion=true`)
  const start = `${manifest.scripts.start} --path-parameter ${parameters.join(' ')}`
  write('package.json', { ...manifest, scripts: { ...manifest.scripts, start } })
}
