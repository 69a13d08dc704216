import type { ModelEntity } from '../../srv/admin/core/model.ts'

/** An entity of which the model knows no more than is given. */
export const modelEntity = (known: Partial<ModelEntity> & Pick<ModelEntity, 'name' | 'table'>): ModelEntity => ({
  ...{ keys: [], managedColumns: [], sensitiveColumns: [], associations: [], assertions: [], sources: [] },
  service: null,
  ...known,
})
