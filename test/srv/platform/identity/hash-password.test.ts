import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseHash, verifyPassword } from '../../../../srv/platform/identity/password-login.ts'
import { ROOT } from '../../../support/app.ts'

test.each(['a secret: Grüße', 'a secret: Grüße\n', 'a secret: Grüße\r\n'])(
  '%j is hashed without its line end',
  async (input) => {
    const script = spawn(process.execPath, [join(ROOT, 'srv/platform/identity/hash-password.ts')])
    script.stdin.end(input)
    const hash = parseHash((await text(script.stdout)).trim())
    expect(hash && (await verifyPassword('a secret: Grüße', hash))).toBe(true)
  },
)
