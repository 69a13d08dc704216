import cds from '@sap/cds'
import { registerAdd } from './commands/add.ts'

// Hooks only: builds, deployments and the command line load plugins as well, and need nothing of this.
// eslint-disable-next-line @typescript-eslint/no-misused-promises -- CAP waits for it
cds.once('served', async () => {
  const { requires, dba } = cds.env as unknown as { requires: { dba?: unknown }; dba?: unknown }
  if (requires.dba === false || dba === false) return
  const host = await import('./mount.ts').catch((error: unknown) => {
    // The application is served whatever becomes of this.
    cds.log('dba').warn('Not served: it cannot be loaded:', (error as Error).message)
  })
  await host?.mount()
})

// Of the command line, only `cds add` has to know more.
if ((cds as { readonly cli?: { readonly command?: string } }).cli?.command === 'add') registerAdd()
