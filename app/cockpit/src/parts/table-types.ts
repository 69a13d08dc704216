import { defineTexts } from '../i18n/translate.ts'

/** Kinds of tables and views, as the API names them. */
export const tableTypes = defineTexts({
  en: {
    table: 'table',
    virtual: 'virtual table',
    foreign: 'foreign table',
    temporary: 'temporary table',
    partitioned: 'partitioned table',
    view: 'view',
    materialized: 'materialized view',
    calculation: 'calculation view',
  },
  de: {
    table: 'Tabelle',
    virtual: 'virtuelle Tabelle',
    foreign: 'fremde Tabelle',
    temporary: 'temporäre Tabelle',
    partitioned: 'partitionierte Tabelle',
    view: 'Sicht',
    materialized: 'materialisierte Sicht',
    calculation: 'Berechnungssicht',
  },
})
