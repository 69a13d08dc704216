/**
 * The address of `worker` beside a module: TypeScript where the sources run as they are, JavaScript where they were built.
 *
 * @param module its `import.meta.url`.
 */
export const workerUrl = (module: string): URL =>
  new URL(module.endsWith('.ts') ? './worker.ts' : './worker.js', module)
