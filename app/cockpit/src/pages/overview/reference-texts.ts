import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    good: 'OK',
    bad: 'alert',
    unknown: 'not checked',
    'references.unknown': 'Whether all references lead to a row has not been checked.',
    'references.check': 'Check references',
    'references.good': {
      one: '{count} reference leads to rows that exist ({time}).',
      other: 'All {count} references lead to rows that exist ({time}).',
    },
    'references.bad': {
      one: '{count} reference is broken ({time}):',
      other: '{count} references are broken ({time}):',
    },
    'references.orphans': {
      one: '{count} row of {table} refers to a row of {target} that does not exist',
      other: '{count} rows of {table} refer to rows of {target} that do not exist',
    },
  },
  de: {
    good: 'OK',
    bad: 'Meldung',
    unknown: 'nicht geprüft',
    'references.unknown': 'Ob alle Verweise zu einer Zeile führen, wurde noch nicht geprüft.',
    'references.check': 'Verweise prüfen',
    'references.good': {
      one: '{count} Verweis führt zu Zeilen, die es gibt ({time}).',
      other: 'Alle {count} Verweise führen zu Zeilen, die es gibt ({time}).',
    },
    'references.bad': {
      one: '{count} Verweis ist gebrochen ({time}):',
      other: '{count} Verweise sind gebrochen ({time}):',
    },
    'references.orphans': {
      one: '{count} Zeile von {table} verweist auf eine Zeile von {target}, die es nicht gibt',
      other: '{count} Zeilen von {table} verweisen auf Zeilen von {target}, die es nicht gibt',
    },
  },
})
