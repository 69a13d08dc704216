import { badRequest } from '../../protocol/errors.ts'
import { canonicalPath, serviceRoot } from '../urls/canonical-path.ts'
import { printPath, type RecordStep } from '../../meaning/resource.ts'
import { keyNames } from '../../meaning/edm.ts'
import { urlOfId } from './entity-id.ts'
import type { BatchAnswer } from '../batch/batch-request.ts'
import type { CapAdapter } from '../../../cap/odata.ts'

type Row = Record<string, unknown>

/** One of the changes of single records, or of references to them, that a change of a collection consists of. */
export interface Change {
  readonly method: string
  /** Relative to the service. */
  readonly url: string
  readonly body?: object
  /** The ETag that the record must have. */
  readonly etag?: string
  /** Where in the body it is asked for. */
  readonly place?: string
}

/** What is to become of the records of a collection. */
export interface Delta {
  readonly items: readonly Row[]
  readonly steps: readonly RecordStep[]
  readonly adapter: CapAdapter
}

/** Control information of an item, in either spelling. */
const control = (item: Row, name: string): unknown => item[`@odata.${name}`] ?? item[`@${name}`]

/** @throws INVALID_BODY (400) for a body that is no delta of the collection */
export function deltaOf(body: unknown, steps: readonly RecordStep[], adapter: CapAdapter): Delta {
  const { value, ...rest } = (typeof body === 'object' && body !== null ? body : {}) as Row
  const context = control(rest, 'context')
  const isItem = (item: unknown): boolean => typeof item === 'object' && item !== null && !Array.isArray(item)
  if (typeof context !== 'string' || !/[#/]\$delta$/.test(context) || !Array.isArray(value) || !value.every(isItem))
    throw badRequest(
      'INVALID_BODY',
      'A collection is changed by a delta: its "@context" ends with "#$delta", its "value" is a list.',
    )
  return { items: value as Row[], steps, adapter }
}

/** Where the records of a collection are: each by itself, or as a part of the one that they belong to. */
class Collection {
  readonly url: string
  readonly isLinked: boolean
  private readonly delta: Delta

  constructor(delta: Delta) {
    const { element } = delta.steps.at(-1) as RecordStep
    this.delta = delta
    this.url = printPath(delta.steps).slice(1)
    this.isLinked = element !== undefined && !element.isComposition
  }

  /** The URL that an item has by its id or its key; undefined for a new one. */
  urlOf(item: Row): string | undefined {
    const { steps, adapter } = this.delta
    const { entity, element } = steps.at(-1) as RecordStep
    const id = control(item, 'id')
    if (id !== undefined) return urlOfId(id, steps.at(-1) as RecordStep, adapter, 'The id of an item')
    const key: Row = { ...(entity.drafts && { IsActiveEntity: true }), ...item }
    if (keyNames(entity).every((name) => key[name] === undefined || name === 'IsActiveEntity')) return undefined
    const path = canonicalPath(entity, key, adapter.service.definition.name)
    if (path === undefined) throw badRequest('INVALID_KEY', 'An item must have all of its key, or nothing of it.')
    return element?.isComposition ? this.url + path.slice(path.indexOf('(')) : path
  }
}

const isControl = (name: string): boolean => name.startsWith('@')
const propertiesOf = (item: Row): Row => Object.fromEntries(Object.entries(item).filter(([name]) => !isControl(name)))

const removalOf = (item: Row, collection: Collection, url: string | undefined): Change => {
  if (url === undefined) throw badRequest('INVALID_BODY', 'Name the item to remove by its "@id" or its key.')
  const { reason } = (control(item, 'removed') ?? {}) as { reason?: unknown }
  const isUnlinked = collection.isLinked && reason !== 'deleted'
  const reference = `${collection.url}/$ref?$id=${encodeURIComponent(url)}`
  return { method: 'DELETE', url: isUnlinked ? reference : url }
}

const changesOf = (item: Row, collection: Collection, url: string | undefined, isRemoved: boolean): Change[] => {
  if (isRemoved) return [removalOf(item, collection, url)]
  const body = propertiesOf(item)
  if (url === undefined) return [{ method: 'POST', url: collection.url, body }]
  const link = { method: 'POST', url: `${collection.url}/$ref`, body: { '@odata.id': url } }
  return [{ method: 'PATCH', url, body }, ...(collection.isLinked ? [link] : [])]
}

/** The changes that a delta consists of, and what tells how they were made. */
export function deltaChanges(delta: Delta): {
  readonly changes: readonly Change[]
  readonly describe: (answers: readonly BatchAnswer[]) => object
} {
  const collection = new Collection(delta)
  const made = delta.items.map((item, index) => {
    const url = collection.urlOf(item)
    const isRemoved = control(item, 'removed') !== undefined
    const etag = control(item, 'etag')
    const at = { place: `value[${String(index)}]`, ...(typeof etag === 'string' && { etag }) }
    return {
      url,
      isRemoved,
      changes: changesOf(item, collection, url, isRemoved).map((change) => ({ ...at, ...change })),
    }
  })
  const describe = (answers: readonly BatchAnswer[]): object => {
    let at = 0
    const value = made.map(({ url, isRemoved, changes }) => {
      const { body = '{}' } = answers[at] ?? {}
      at += changes.length
      if (isRemoved) return { '@odata.removed': { reason: 'deleted' }, '@odata.id': url }
      const { '@odata.context': _, '@context': __, ...row } = JSON.parse(String(body)) as Row
      return row
    })
    const set = (delta.steps.at(-1) as RecordStep).entity.name.replace(/^.*\./, '')
    return { '@odata.context': `${serviceRoot(delta.adapter)}$metadata#${set}/$delta`, value }
  }
  return { changes: made.flatMap(({ changes }) => changes), describe }
}
