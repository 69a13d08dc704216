/** Reads the services of a compose file, with its variables filled in. @see https://docs.docker.com/reference/compose-file/ */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

export interface ComposeService {
  readonly environment: Readonly<Record<string, string>>
  readonly command?: readonly string[]
  readonly [setting: string]: unknown
}

/** `${NAME:?why}` must be given, `${NAME:-default}` may be; a given value is not looked into. */
const fillIn = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, word: string) => {
    const value = env[name] || (kind === '-' ? word : undefined)
    if (value === undefined) throw new Error(`${name} is missing: ${word}`)
    return value
  })

const fillAll = (value: unknown, env: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return fillIn(value, env)
  if (Array.isArray(value)) return value.map((each) => fillAll(each, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillAll(each, env)]))
}

/** @throws Error naming a variable that must be given and is not. */
export const readCompose = (
  file: string,
  env: Readonly<Record<string, string>>,
): Readonly<Record<string, ComposeService>> => {
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as { services: unknown }
  return fillAll(services, env) as Record<string, ComposeService>
}
