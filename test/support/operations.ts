import { type TObject, Type } from '@sinclair/typebox'
import { OWN_ROUTES, type Route, ROUTES } from '../../srv/admin/http/routes.ts'
import type { Operation } from '../../srv/admin/operations/operation.ts'

/** An operation of a test, named by the path that it is served at. */
type Named<Input extends TObject = TObject> = Operation<Input> & { readonly name: string }

/** Keeps the type of the input while it declares an operation of a test. */
export const operation = <Input extends TObject>(
  it: Pick<Named<Input>, 'name' | 'input' | 'run'> & Partial<Operation<Input>>,
): Named => ({ summary: `Test of ${it.name}`, isHeavy: false, ...it })

/** Answers with the input that came through. */
export const echo = operation({
  name: 'echo',
  input: Type.Object({
    schema: Type.String(),
    table: Type.Optional(Type.String({ maxLength: 100 })),
    truncate: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 0 })),
    ratio: Type.Optional(Type.Number()),
    mode: Type.Optional(
      Type.Union([Type.Literal('order'), Type.Literal('name'), Type.Literal('auto')], { default: 'auto' }),
    ),
    rules: Type.Optional(
      Type.Union([
        Type.String(),
        Type.Array(
          Type.Object(
            { column: Type.String(), severity: Type.Optional(Type.String()) },
            { additionalProperties: false },
          ),
        ),
      ]),
    ),
  }),
  run: async ({ timeoutMs }, input) => ({ input: input as never, timeoutMs }),
})

export const route = (method: 'GET' | 'POST', it: Operation | Named, role: Route['role'], isPlain?: true): Route => ({
  method,
  path: pathOf(it),
  operation: it,
  role,
  ...(isPlain && { isPlain }),
})

const pathOf = (it: Operation | Named): Route['path'] => {
  if ('name' in it) return `/${it.name}`
  const found = [...ROUTES, ...OWN_ROUTES].find(({ operation }) => operation === it)
  if (!found) throw new Error(`No path is known of: ${it.summary}`)
  return found.path
}
