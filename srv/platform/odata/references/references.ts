import { bodyType } from '../bodies/body-type.ts'
import { bodyParser, type Concern } from '../../cap/odata.ts'
import { badRequest, requestError } from '../errors/errors.ts'
import { changeReferences } from './change-references.ts'
import { readReferences } from './read-references.ts'
import { isReferable } from '../urls/reference-to.ts'
import { type Entities, type PathStep, readPath } from './resource-path.ts'

const PATH = /^[^?]*\/\$ref(?:\?|$)/

/** The steps to what the references are of. */
const stepsOf = (url: string, entities: Entities): readonly PathStep[] => {
  const { steps, rest } = readPath(url.split(/\/\$ref(?:\?|$)/, 1)[0] ?? '', entities)
  const target = steps.at(-1)
  if (!target) throw requestError(404, 'NOT_FOUND', 'There is nothing at this address.')
  if (rest.length || !isReferable(target.entity))
    throw badRequest('NOT_SUPPORTED', '"$ref" is for records and collections of them.')
  return steps
}

/** References to records, `…/$ref`: read and changed by way of the records that they are about. */
export const references: Concern = (adapter) => {
  const entities = adapter.service.entities as unknown as Entities
  const checkType = bodyType(adapter)
  const parseBody = bodyParser(adapter)
  return (req, res, next) => {
    if (!PATH.test(req.url)) return next()
    const steps = stepsOf(req.url, entities)
    if (req.method === 'GET' || req.method === 'HEAD') {
      readReferences(req, res, steps, adapter)
      return next()
    }
    const change = (): void => {
      changeReferences(req, res, steps, adapter)
      next()
    }
    if (req.method !== 'PUT' && req.method !== 'POST') return change()
    void checkType(req, res, (wrongType?: unknown) => {
      if (wrongType) return next(wrongType)
      void parseBody(req, res, (failure?: unknown) => {
        if (failure) return next(failure)
        try {
          change()
        } catch (error) {
          next(error)
        }
      })
    })
  }
}
