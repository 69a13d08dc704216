import { type TObject, Type } from '@sinclair/typebox'
import type { Route } from '../../srv/admin/http/routes.ts'
import type { Operation } from '../../srv/admin/operations/operation.ts'

/** Keeps the type of the input while it declares an operation of a test. */
export const operation = <Input extends TObject>(
  it: Pick<Operation<Input>, 'name' | 'input' | 'run'> & Partial<Operation<Input>>,
): Operation => ({ summary: `Test of ${it.name}`, isHeavy: false, ...it })

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

export const route = (method: 'GET' | 'POST', it: Operation, role: Route['role'], isPlain?: true): Route => ({
  method,
  path: `/${it.name}`,
  operation: it,
  role,
  ...(isPlain && { isPlain }),
})
