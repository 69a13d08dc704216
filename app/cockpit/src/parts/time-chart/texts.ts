import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    partial: 'incomplete period',
    help: 'Point at the chart, or use the arrow keys, to read values.',
    band: 'forecast, between {lower} and {upper}',
    noValue: 'no value',
    anomaly: 'anomaly',
    forecast: 'forecast',
  },
  de: {
    partial: 'unvollständiger Zeitraum',
    help: 'Auf das Diagramm zeigen oder die Pfeiltasten drücken, um Werte zu lesen.',
    band: 'Vorhersage, zwischen {lower} und {upper}',
    noValue: 'kein Wert',
    anomaly: 'Anomalie',
    forecast: 'Vorhersage',
  },
})
