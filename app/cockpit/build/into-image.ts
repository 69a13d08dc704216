/** Puts the build of the cockpit into the image of the production build, where the server looks for it. */
import { cpSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const BUILD = 'app/cockpit/dist'
cpSync(join(root, BUILD), join(root, 'gen/srv', BUILD), { recursive: true })
