import { type Entity, entityNamed } from '../../../cap/csn.ts'
import { uplinkOf } from '../../../cap/model.ts'
import { type CapAdapter, entitiesAlong, queriesOf, type Request, type Concern, isPart } from '../../../cap/odata.ts'
import type { Row } from '../../../cap/request.ts'
import { isAction, WITH_BODY } from './body-type.ts'
import { enterWrite, mayWrite, tooManyRows } from '../../protocol/limits.ts'

/** One record of a request body: its entity, its path as error targets name it, and its association to its owner. */
export interface BodyRecord {
  readonly entity: Entity
  readonly record: Row
  /** Empty, or ends with a slash, such as `characters[0]/`. */
  readonly path: string
  readonly uplink?: string | undefined
}

const isRecord = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A record of a body and, at any depth, those of its compositions. */
function* recordsOf(body: BodyRecord): Generator<BodyRecord> {
  yield body
  for (const composition of Object.values(body.entity.compositions ?? {})) {
    const part = body.record[composition.name]
    if (!composition._target) continue
    for (const [index, record] of (Array.isArray(part) ? part : [part]).entries()) {
      const path = `${body.path}${composition.name}${Array.isArray(part) ? `[${String(index)}]` : ''}/`
      if (isRecord(record))
        yield* recordsOf({ entity: composition._target, record, path, uplink: uplinkOf(composition) })
    }
  }
}

/** The records that a request sends; a property that is written alone comes as a record of its own. */
export function* bodyRecords(req: Request, { service }: CapAdapter): Generator<BodyRecord> {
  const [query] = queriesOf(req)
  if (!query || isAction(req)) return
  const entity = entityNamed([...entitiesAlong(query, service)].at(-1)?.[1].name ?? '')
  const body = req.body as Row
  const property = query._propertyAccess
  if (entity && property === undefined) yield* recordsOf({ entity, record: body, path: '' })
  if (!entity || property === undefined) return
  const record = { [property]: body['value'] }
  yield { entity, record, path: '' }
  body['value'] = record[property]
}

const countRecords = (req: Request, adapter: CapAdapter): number =>
  req.body !== undefined && WITH_BODY.includes(req.method) ? [...bodyRecords(req, adapter)].length : 0

/** Bounds what one request writes, and what all of them write at a time. */
export const writeLimits: Concern = (adapter) => (req, res, next) => {
  const rows = countRecords(req, adapter)
  if (rows === 0) return next()
  if (!mayWrite(rows)) return next(tooManyRows())
  // A part of a batch has the connection to the database already that others may wait for: the batch has waited.
  if (isPart(req)) return next()
  enterWrite(rows, res, next)
}
