/* global document, localStorage, navigator, window */
// The language: the one that was chosen here or in the cockpit, which keeps it under the same name, else the browser's.
{
  const LANGUAGES = ['en', 'de']
  const wanted = [localStorage.getItem('cds-dba.language'), navigator.language.slice(0, 2)]
  const language = wanted.find((each) => LANGUAGES.includes(each)) ?? LANGUAGES[0]
  document.documentElement.lang = language
  // Dates and numbers are written as in the browser's country, where that has this language.
  const tag = navigator.languages.find((each) => each.startsWith(language)) ?? language
  window['sap-ui-config'] = { language: tag }
}
