import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    title: 'Lineage',
    intro: 'Shows where the data of a table or view comes from, and where it goes.',
    what: 'Object',
    direction: 'Direction',
    'direction.upstream': 'Upstream: its sources',
    'direction.downstream': 'Downstream: what uses it',
    'direction.bidirectional': 'Both',
    depth: 'Depth',
    steps: { one: '{count} step', other: '{count} steps' },
    pick: 'Pick a table or view',
    'pick.text':
      'Its lineage is drawn here: what it is computed from on the left, what is computed from it on the right.',
  },
  de: {
    title: 'Datenherkunft',
    intro: 'Zeigt, woher die Daten einer Tabelle oder Sicht kommen und wohin sie gehen.',
    what: 'Objekt',
    direction: 'Richtung',
    'direction.upstream': 'Aufwärts: Quellen',
    'direction.downstream': 'Abwärts: Verwendungen',
    'direction.bidirectional': 'Beides',
    depth: 'Tiefe',
    steps: { one: '{count} Schritt', other: '{count} Schritte' },
    pick: 'Tabelle oder Sicht wählen',
    'pick.text':
      'Hier wird ihre Datenherkunft gezeichnet: links, woraus sie berechnet wird, rechts, was aus ihr berechnet wird.',
  },
})
