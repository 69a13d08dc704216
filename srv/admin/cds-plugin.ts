import cds from '@sap/cds'

// Hooks only: builds, deployments and the command line load plugins as well, and need nothing of this.
// eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
cds.once('served', async () => {
  const { requires, dba } = cds.env as unknown as { requires: { dba?: unknown }; dba?: unknown }
  if (requires.dba === false || dba === false) return
  const { mount } = await import('./host/mount.ts')
  await mount()
})

const register = async (): Promise<void> => {
  const { registerAdd } = await import('./commands/add.ts')
  registerAdd()
}

/** What CAP waits for when it loads plugins: of the command line, only `cds add` has to know more. */
export default (cds as { readonly cli?: { readonly command?: string } }).cli?.command === 'add' ? register() : undefined
