import cds from '@sap/cds'
import { requestError } from './errors.ts'
import type { Entity, ServedService } from './cap.ts'

interface NewDraft {
  readonly data: { readonly ID?: unknown }
}

/**
 * M17: a new draft cannot have the ID of an active record: activating it would have to overwrite that record.
 * Editing an active record makes its draft in another way, and is not concerned.
 */
export const guardDraftIdentity = (service: ServedService): void => {
  for (const entity of Object.values(service.entities as unknown as Readonly<Record<string, Entity>>)) {
    if (!entity.drafts) continue
    service.before('NEW', `${entity.name}.drafts`, async (request: unknown) => {
      const { ID } = (request as NewDraft).data
      if (ID === undefined) return
      const active: unknown = await cds.run(cds.ql.SELECT.one.from(entity.name).columns('ID').where({ ID }))
      if (active) throw requestError(409, 'UNIQUE_VIOLATION', 'There is an active record with this ID already.')
    })
  }
}
