/** What the description says to be required is what the validators demand, and nothing else, for all that the API serves. */
import type { TSchema } from '@sinclair/typebox'
import { describeApi } from '../../../../srv/admin/http/openapi.ts'
import { ROUTES } from '../../../../srv/admin/http/routes.ts'
import { closedSchema, createInputValidator } from '../../../../srv/admin/http/validate-input.ts'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly pattern?: string
  readonly minItems?: number
}

/** Some value that a schema allows. */
const sample = (schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf?.[0]) return sample(schema.anyOf[0])
  switch (schema.type) {
    case 'boolean':
      return true
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, 1)
    case 'array':
      return Array.from({ length: schema.minItems ?? 1 }, () => sample(schema.items ?? {}))
    case 'object':
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]))
    default:
      return ['abc', ',', '2024-01-01'].find((text) => new RegExp(schema.pattern ?? '').test(text))
  }
}

interface Described {
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: Schema } } }
}

/** Operations alone: they are all that has members in a body. */
const endpoints = ROUTES.map(({ method, path, operation, role }) => ({
  ...{ method, path, role, summary: operation.summary, tag: 'Operations', input: operation.input },
  ...{
    output: operation.output,
    body: method === 'POST' ? 'json' : 'none',
    isPlain: false,
    isHeavy: operation.isHeavy,
  },
  handle: () => Promise.resolve({}),
})) as Parameters<typeof describeApi>[0]
const document = describeApi(endpoints, '/api/v1') as unknown as { paths: Record<string, Record<string, Described>> }

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    const described = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]
    const isBody = endpoint.body === 'json'
    const body = described?.requestBody?.content['application/json']?.schema
    const query = described?.parameters.filter((parameter) => parameter.in === 'query') ?? []
    const properties = isBody
      ? (body?.properties ?? {})
      : Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
    const required = isBody ? (body?.required ?? []) : query.filter((each) => each.required).map(({ name }) => name)
    const validate = createInputValidator(closedSchema(endpoint.input, isBody), !isBody)
    const values = (names: readonly string[]) =>
      Object.fromEntries(
        names.map((name) => [name, isBody ? sample(properties[name] ?? {}) : String(sample(properties[name] ?? {}))]),
      )

    expect(Object.keys(properties).length).toBeGreaterThanOrEqual(Object.keys(endpoint.input.properties).length)
    expect(() => validate(values(required))).not.toThrow()
    for (const name of required) {
      const without = values(required.filter((each) => each !== name))
      expect(() => validate(without)).toThrow(
        expect.objectContaining({ details: expect.stringContaining(name) as string }) as Error,
      )
    }
    for (const name of Object.keys(properties)) expect(() => validate(values([...required, name]))).not.toThrow()
    for (const [name, schema] of Object.entries(endpoint.input.properties as Record<string, TSchema>))
      if (schema['default'] !== undefined) expect(required).not.toContain(name)
  },
)

test('what has a default is not required, also where the type says that it is there', () => {
  const { schema } = document.paths['/tableCopy']?.['post']?.requestBody?.content['application/json'] ?? {}
  expect(schema?.required).toEqual(['sourceTable', 'targetTable'])
})
