import { fileURLToPath } from 'node:url'

/** Where sources run as they are, the project is around them. */
const FOLDER = fileURLToPath(new URL('../../../../node_modules/.cache/cds-dba', import.meta.url))

/**
 * The environment of a process that runs a module. What Node makes of TypeScript is kept: to make it takes every process
 * over 20 MiB, and most of the time of its start.
 */
export const keepingCode = (
  module: URL,
  // eslint-disable-next-line no-restricted-properties -- a process has that of its parent
  environment: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv => (module.pathname.endsWith('.ts') ? { NODE_COMPILE_CACHE: FOLDER, ...environment } : environment)
