import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    check: 'Check',
    'check.more': 'Details',
    good: 'OK',
    bad: 'problems',
    'check.rules': 'Rules',
    'check.rules.intro': 'Whether all rows follow the rules of the database and the model.',
    'check.rules.good': { one: 'All rows follow {count} rule.', other: 'All rows follow {count} rules.' },
    'check.rules.bad': { one: '{count} row violates a rule.', other: '{count} rows violate a rule.' },
    'check.references': 'References',
    'check.references.intro': 'Whether the rows that this table refers to exist.',
    'check.references.good': { one: '{count} reference is intact.', other: '{count} references are intact.' },
    'check.references.bad': {
      one: '{count} row refers to a row that does not exist.',
      other: '{count} rows refer to rows that do not exist.',
    },
    'check.duplicates': 'Duplicates',
    'check.duplicates.intro': 'Whether rows are equal in all columns but the key.',
    'check.duplicates.good': { one: '{count} row, no duplicate.', other: '{count} rows, no duplicates.' },
    'check.duplicates.bad': { one: '{count} duplicate.', other: '{count} duplicates.' },
  },
  de: {
    check: 'Prüfen',
    'check.more': 'Einzelheiten',
    good: 'OK',
    bad: 'Probleme',
    'check.rules': 'Regeln',
    'check.rules.intro': 'Ob alle Zeilen einhalten, was Datenbank und Modell verlangen.',
    'check.rules.good': {
      one: 'Alle Zeilen halten {count} Regel ein.',
      other: 'Alle Zeilen halten {count} Regeln ein.',
    },
    'check.rules.bad': { one: '{count} Zeile verletzt eine Regel.', other: '{count} Zeilen verletzen eine Regel.' },
    'check.references': 'Verweise',
    'check.references.intro': 'Ob es die Zeilen gibt, auf die diese Tabelle verweist.',
    'check.references.good': { one: '{count} Verweis ist in Ordnung.', other: '{count} Verweise sind in Ordnung.' },
    'check.references.bad': {
      one: '{count} Zeile verweist auf eine Zeile, die es nicht gibt.',
      other: '{count} Zeilen verweisen auf Zeilen, die es nicht gibt.',
    },
    'check.duplicates': 'Duplikate',
    'check.duplicates.intro': 'Ob Zeilen in allen Spalten außer dem Schlüssel gleich sind.',
    'check.duplicates.good': { one: '{count} Zeile, kein Duplikat.', other: '{count} Zeilen, keine Duplikate.' },
    'check.duplicates.bad': { one: '{count} Duplikat.', other: '{count} Duplikate.' },
  },
})
