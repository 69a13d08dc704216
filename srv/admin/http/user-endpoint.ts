import { Type } from '@sinclair/typebox'
import { type Role, ROLES } from '../operations/operation.ts'
import type { Endpoint } from './endpoint.ts'

/** Tells callers who they are here, so that a client need not find out by what it is refused. Ours. */
export const userEndpoint: Endpoint = {
  method: 'GET',
  path: '/me',
  role: 'viewer',
  summary: 'Tells who is logged in, and the highest role that this user has',
  tag: 'Description',
  input: Type.Object({}),
  output: Type.Object({ user: Type.String(), role: Type.Union(ROLES.map((role) => Type.Literal(role))) }),
  body: 'none',
  isPlain: false,
  handle: async ({ user }) => {
    const role: Role | undefined = ROLES.findLast((each) => user.is(each))
    return { user: user.id, role }
  },
}
