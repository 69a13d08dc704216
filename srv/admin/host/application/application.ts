import cds from '@sap/cds'
import type { Application, ApplicationTransaction, EntityRow } from '../../core/application.ts'
import type { RowAction } from '../../core/model.ts'
import type { Value } from '../../core/values.ts'
import { beforeDeadline, type Deadline, withDeadline } from '../../database/deadline.ts'
import { ofApplication } from './refusals.ts'

/** The part of a definition that says who may change it. */
interface Restricted {
  readonly '@requires'?: string | readonly string[]
  readonly '@restrict'?: readonly Grant[]
}

interface Grant {
  readonly grant?: string | readonly string[]
  readonly to?: string | readonly string[]
}

interface User {
  is(role: string): boolean
}

/** A service, or a transaction of one. */
interface Service {
  readonly name: string
  tx<T>(context: object, work: (transaction: Service) => Promise<T>): Promise<T>
  dispatch(request: object): Promise<unknown>
}

const EVENTS: Readonly<Record<RowAction, string>> = { insert: 'CREATE', update: 'UPDATE', delete: 'DELETE' }

/** The services of this process, for the user of the request that is answered: whatever they check, they check of that user. */
export const application: Application = {
  mayWrite: (entity, action) => {
    const { user } = cds.context as unknown as { user: User }
    const definitions = cds.model?.definitions as unknown as Readonly<Record<string, Restricted | undefined>>
    const isAllowed = (restricted: Restricted | undefined, event: string): boolean =>
      isIn(restricted?.['@requires'] ?? [], user) && isGranted(restricted?.['@restrict'], event, user)
    return isAllowed(definitions[serviceOf(entity).name], '*') && isAllowed(definitions[entity], EVENTS[action])
  },
  transaction: (entity, bounds, work) =>
    withDeadline(bounds, async (deadline) => {
      const service = serviceOf(entity)
      const { user, tenant } = cds.context as unknown as { user: object; tenant?: string }
      try {
        return await service.tx({ user, ...(tenant !== undefined && { tenant }) }, async (transaction) => {
          const result = await beforeDeadline(work(asCaller(transaction, deadline)), deadline)
          deadline.check()
          deadline.dispose() // from here on it is done or not done, never unknown
          return result
        })
      } catch (error) {
        throw ofApplication(error)
      }
    }),
}

/** The longest name that begins it: services may be in services' namespaces. */
const serviceOf = (entity: string): Service => {
  const services = Object.values(cds.services) as unknown as Service[]
  const found = services
    .filter(({ name }) => entity.startsWith(`${name}.`))
    .sort((a, b) => b.name.length - a.name.length)[0]
  if (!found) throw new Error(`The service of ${entity} is not there`)
  return found
}

const listOf = (given: string | readonly string[]): readonly string[] => (typeof given === 'string' ? [given] : given)

const isIn = (roles: string | readonly string[], user: User): boolean => {
  const all = listOf(roles)
  return all.length === 0 || all.some((role) => user.is(role))
}

const isGranted = (grants: readonly Grant[] | undefined, event: string, user: User): boolean =>
  !grants ||
  grants.some(({ grant = '*', to = [] }) => {
    const events = listOf(grant)
    const isMeant = event === '*' || events.some((each) => each === '*' || each === 'WRITE' || each === event)
    return isMeant && isIn(to, user)
  })

const asCaller = (transaction: Service, deadline: Deadline): ApplicationTransaction => {
  const { INSERT, UPDATE, DELETE, SELECT } = cds.ql
  const told = async <T>(work: () => Promise<T>): Promise<T> => {
    deadline.check()
    try {
      return await work()
    } catch (error) {
      throw ofApplication(error)
    }
  }
  // With keys where requests have them that come by OData.
  const send = (query: object, key?: EntityRow, data?: EntityRow): Promise<void> =>
    told(async () => {
      const request = { query, ...(key && { params: [{ ...key }] }), ...(data && { data: { ...data } }) }
      await transaction.dispatch(new cds.Request(request as never))
    })
  return {
    query: (sql, parameters = []) =>
      told(async () => {
        const rows: unknown = await cds.db.run(sql, parameters.map(bound))
        return Array.isArray(rows) ? (rows as EntityRow[]) : []
      }),
    insert: (entity, row) => send(INSERT.into(entity).entries({ ...row })),
    update: (entity, key, row) => {
      // `with` would take values for expressions that look so.
      const query = UPDATE.entity(entity, { ...key }) as unknown as { data(row: EntityRow): object }
      return send(query.data({ ...row, ...key }), key)
    },
    delete: (entity, key) => send(DELETE.from(entity, { ...key }), key, key),
    editorOf: (entity, key) =>
      told(async () => {
        const query = SELECT.one
          .from(`${entity}.drafts`)
          .columns('DraftAdministrativeData.InProcessByUser as user')
          .where({ ...key })
        const draft = (await cds.db.run(query)) as { readonly user: string | null } | null | undefined
        return draft ? (draft.user ?? '') : undefined
      }),
  }
}

const bound = (value: Value): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value)
  return typeof value === 'boolean' && (cds.db as { kind?: string }).kind === 'sqlite' ? Number(value) : value
}
