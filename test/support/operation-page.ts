import type { TSchema } from '@sinclair/typebox'
import { ERRORS } from '../../srv/admin/core/errors.ts'
import type { Json, JsonObject } from '../../srv/admin/operations/operation.ts'
import { GUIDES } from '../../srv/admin/http/guides.ts'
import { plainSchema } from '../../srv/admin/http/plain-schema.ts'
import type { Route } from '../../srv/admin/http/routes.ts'
import { closedSchema } from '../../srv/admin/http/validate-input.ts'

/** What the file of an operation's page is called. */
export const pageName = ({ method, path }: Pick<Route, 'method' | 'path'>): string =>
  `${method === 'DELETE' ? 'delete-' : ''}${path.slice(1).replaceAll('/', '-')}.md`

/** A page in Markdown about one operation: what for, requests, answer, errors, limits. */
export const operationPage = (route: Route): string => {
  const { method, path, operation, role } = route
  const guide = GUIDES[`${method} ${path}`]
  if (!guide) throw new Error(`Nothing tells what ${method} ${path} is for`)
  const isBody = method === 'POST'
  const input = members(plainSchema(closedSchema(operation.input, isBody)))
  const output = members(plainSchema(operation.output ?? {}))
  return [
    `# ${method} ${path}`,
    guide.about,
    `Needs the role \`${role}\`.${operation.isHeavy ? ' With `Prefer: respond-async` it runs in the background.' : ''} ${isBody ? 'The body is a JSON object.' : 'Input stands in the query.'}`,
    ...guide.examples.flatMap(({ title, input: sent, answer }) => [
      `## ${title}`,
      isBody
        ? `\`\`\`http\n${method} /api/v1${path}\nContent-Type: application/json\n\n${json(sent)}\n\`\`\``
        : `\`\`\`http\n${method} /api/v1${path}${queryOf(sent)}\n\`\`\``,
      ...(Object.keys(answer).length > 0
        ? ['The answer has, among others:', `\`\`\`json\n${json(answer)}\n\`\`\``]
        : []),
    ]),
    '## Input',
    input.length > 0 ? list(input) : 'None.',
    '## Answer',
    list(output),
    '## Errors',
    'Besides those of every request (login, roles, rates, fields that are not known or not valid):',
    list(
      Object.entries(guide.errors).map(([code, why]) => ({
        name: code,
        text: `${String(ERRORS[code as keyof typeof ERRORS][0])}: ${why}`,
      })),
    ),
    ...(guide.limits.length > 0 ? ['## Limits', guide.limits.map((limit) => `- ${limit}.`).join('\n')] : []),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n')
}

/** The pages of operations, by role. */
export const operationIndex = (routes: readonly Route[]): string =>
  [
    '# Operations of the administration API',
    'A page for each operation, made of what checks its requests (`npm run docs`); the tests send every request that stands there to SQLite and to PostgreSQL. `{schema}` stands for the name of a schema.',
    [
      '- [Filters](filters.md): the language of `where`',
      '- [Rules](rules.md): what `/dataValidator` holds rows against',
      '- [Dumps](dump-format.md): what is in a file of `/dump`, and how it is read without `/load`',
    ].join('\n'),
    routes
      .map((route) => {
        const name = `${route.method} ${route.path}`
        return `- [${name}](${pageName(route)}) (\`${route.role}\`): ${GUIDES[name]?.about ?? ''}`
      })
      .join('\n'),
  ]
    .join('\n\n')
    .concat('\n')

interface Member {
  readonly name: string
  readonly text: string
}

const members = (schema: Json): Member[] => {
  const { properties = {}, required } = schema as { properties?: JsonObject; required?: readonly string[] }
  return Object.entries(properties).map(([name, member]) => {
    const { description = '', default: preset } = member as { description?: string; default?: Json }
    const facts = [
      typeOf(member as unknown as TSchema),
      ...(required?.includes(name) ? ['required'] : []),
      ...(preset === undefined ? [] : [`by default ${JSON.stringify(preset)}`]),
    ]
    return { name, text: `${facts.join(', ')}${description === '' ? '' : `. ${description}`}` }
  })
}

const typeOf = ({ type, enum: words, anyOf, const: constant, items }: TSchema): string => {
  if (Array.isArray(words)) return words.map((word) => `\`${String(word)}\``).join(' ')
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``
  if (Array.isArray(anyOf)) return [...new Set((anyOf as TSchema[]).map(typeOf))].join(' or ')
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items as TSchema)}`
  return typeof type === 'string' ? type : 'any value'
}

const list = (items: readonly Member[]): string => items.map(({ name, text }) => `- \`${name}\`: ${text}`).join('\n')

const json = (value: JsonObject): string => JSON.stringify(value, null, 2)

const queryOf = (input: JsonObject): string => {
  const entries = Object.entries(input).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return entries.length === 0 ? '' : `?${entries.map(([name = '', value = '']) => `${name}=${value}`).join('&')}`
}
