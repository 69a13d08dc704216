import { findName } from '../../../core/find-entity.ts'
import type { LineageGraph } from '../../../core/lineage/graph.ts'
import type { Model, ModelEntity } from '../../../core/model.ts'

/**
 * Adds what services show: each of their entities is fed by the view that is deployed for it, or else by what it
 * selects from.
 *
 * @param objects tables and views of the schema that the model is deployed to.
 */
export const addModelFlows = (graph: LineageGraph, model: Model, schema: string, objects: readonly string[]): void => {
  const byName = new Map(model.entities.map((entity) => [entity.name, entity]))
  const deployed = (entity: ModelEntity): string | undefined => {
    const name = entity.table === null ? undefined : findName(entity.table, objects)
    if (name === undefined) return undefined
    return graph.add({ schema, name, type: entity.sources.length === 0 ? 'table' : 'view' })
  }
  const served = (entity: ModelEntity): string => graph.add({ schema: null, name: entity.name, type: 'service' })
  for (const entity of model.entities) {
    if (entity.service === null) continue
    const own = deployed(entity)
    const sources =
      own === undefined
        ? entity.sources.flatMap((name) => {
            const source = byName.get(name)
            if (!source) return []
            return (source.service === null ? deployed(source) : served(source)) ?? []
          })
        : [own]
    for (const source of sources) graph.connect(source, served(entity), 'model')
  }
}
