import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    tools: 'View of the picture',
    zoomIn: 'Larger',
    zoomOut: 'Smaller',
    fit: 'Show everything',
    fullScreen: 'Full screen',
  },
  de: {
    tools: 'Ansicht des Bildes',
    zoomIn: 'Größer',
    zoomOut: 'Kleiner',
    fit: 'Alles zeigen',
    fullScreen: 'Ganzer Bildschirm',
  },
})
