import cds from '@sap/cds'

// Hooks only: builds, deployments and the command line load plugins as well, and need none of it.
cds.once('served', async () => {
  const { mount } = await import('./host/mount.ts')
  mount()
})
