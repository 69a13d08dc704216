import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXT = /\.(?:js|css|html|svg|json)$/
/** The best is ten times as slow, and hardly smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
/** Smaller ones fit into one packet anyway. */
const MIN_BYTES = 1_024

/** Writes a `.gz` and a `.br` beside every text of the build, so that the server never compresses anything itself. */
export const precompress = (): Plugin => ({
  name: 'precompress',
  apply: 'build',
  writeBundle: ({ dir = 'dist' }) => {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!TEXT.test(name)) continue
      const file = join(dir, name)
      const content = readFileSync(file)
      if (content.length < MIN_BYTES) continue
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      writeFileSync(`${file}.br`, brotliCompressSync(content, BROTLI))
    }
  },
})
