import { beforeSend } from './before-send.ts'
import { elementsOf } from '../urls/resource.ts'
import { type Concern, type Entity, queriesOf } from '../../cap/odata.ts'
import { type Elements, isStructure, nest } from '../values/structures.ts'

/** Structures of a service that has them are answered as such: CAP answers the columns of their tables. */
export const nestedStructures: Concern = (adapter) => {
  const entities = Object.values(adapter.service.entities as unknown as Readonly<Record<string, Entity>>)
  const hasAny = entities.some(({ elements = {} }) => Object.values(elements as Elements).some(isStructure))
  return (req, res, next) => {
    const [query] = hasAny ? queriesOf(req) : []
    const elements = elementsOf(query, adapter, 'returns')
    if (elements)
      beforeSend(res, (body) => {
        if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
        const { value } = body as { value?: unknown }
        nest(Array.isArray(value) ? value : body, elements)
        return body
      })
    next()
  }
}
