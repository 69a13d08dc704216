/**
 * Compiles the application's model to the statements that a deployment runs, in a thread: on the event loop all requests would wait for it.
 * It loads the model and the plugins anew, as a deployment does.
 */
import { parentPort, workerData } from 'node:worker_threads'
import cds from '@sap/cds'
import { type Question, statementsOf } from './compile-model.ts'

/** What CAP does not tell TypeScript of. */
interface Cap {
  readonly plugins: Promise<unknown>
  load(model: string): Promise<object>
  minify(model: object): object
}

const { root, options, recorded } = workerData as Question

const answer = async () => {
  cds.root = root
  const { plugins, load, minify } = cds as unknown as Cap
  await plugins
  return statementsOf(minify(await load('*')), options, recorded)
}

// The package is CommonJS, where a module cannot wait.
void answer().then((statements) => parentPort?.postMessage(statements))
