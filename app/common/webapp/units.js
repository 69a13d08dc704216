/* global sap */
// Teaches UI5 the units of the models: how they are written, and that a whole number is written as one.
sap.ui.define(['sap/base/i18n/Formatting', 'sap/base/i18n/Localization'], (Formatting, Localization) => {
  const isGerman = Localization.getLanguage().startsWith('de')
  /** Units by their codes in the annotations: the word for one, and for many where that is another. */
  const UNITS = {
    cm: ['cm'],
    m: ['m'],
    km: ['km'],
    'km/h': ['km/h'],
    kg: ['kg'],
    g: ['g'],
    h: ['h'],
    d: isGerman ? ['Tag', 'Tage'] : ['day', 'days'],
    credits: isGerman ? ['Credit', 'Credits'] : ['credit', 'credits'],
    // The code '%' would be written after nothing as well: Fiori Elements takes it for no unit, and writes it by itself.
    percent: ['%'],
    inhabitants: isGerman ? ['Einw.'] : ['inh.'],
  }
  const patterns = ([one, many = one]) => ({
    displayName: many,
    'unitPattern-count-one': `{0} ${one}`,
    'unitPattern-count-other': `{0} ${many}`,
    decimals: 0,
  })
  Formatting.addCustomUnits(Object.fromEntries(Object.entries(UNITS).map(([code, words]) => [code, patterns(words)])))
})
