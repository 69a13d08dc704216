import { isReservedTable } from '../../../../srv/admin/core/technical-tables.ts'

test.each([
  'SagaFilm_Film_drafts',
  'SAGAFILM_FILM_DRAFTS',
  'DRAFT_DraftAdministrativeData',
  'DRAFT.DraftAdministrativeData',
  'cds_outbox_Messages',
  'cds.outbox.Messages',
  'cds_model',
  'cds_xt_Extensions',
  'sqlite_sequence',
  'pg_class',
])('%s is reserved', (name) => {
  expect(isReservedTable(name)).toBe(true)
})

test.each(['saga_Film', 'drafts', 'cds_models', 'my_draft', 'DraftAdministrativeData', 'sqlite'])(
  '%s is not',
  (name) => {
    expect(isReservedTable(name)).toBe(false)
  },
)
