import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { precompress } from './precompress.ts'

/**
 * Addresses are relative, so that the cockpit runs at any path. The server to develop against is `COCKPIT_SERVER`. In the folder
 * above, `cds watch` would find this file and run a bundler for everybody.
 */
export default defineConfig(() => {
  const target = process.env['COCKPIT_SERVER'] ?? 'http://localhost:4004'
  return {
    base: './',
    plugins: [react(), precompress()],
    server: { proxy: { '/api': target, '/odata': target, '/server.json': `${target}/cockpit` } },
    build: {
      // Where the package has it that serves it.
      outDir: '../../srv/admin/cockpit/dist',
      emptyOutDir: true,
      target: 'es2023',
      // Everything that is hashed may be kept for ever, so nothing else lies there.
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 1_000,
    },
  }
})
