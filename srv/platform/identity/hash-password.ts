/** Prints the hash of a password for `cds.requires.auth.users`: `node srv/platform/identity/hash-password.ts < password.txt`. */
import { text } from 'node:stream/consumers'
import { hashPassword } from './password-login.ts'

const main = async (): Promise<void> => {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  process.stdout.write(`${await hashPassword(password)}\n`)
}

void main()
