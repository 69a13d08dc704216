/* global URL, URLSearchParams, document, localStorage, location */
// A page that the server has in two languages: in the one that was chosen, where that is another than the browser's.
const kept = localStorage.getItem('cds-dba.language')
const asked = new URLSearchParams(location.search).get('sap-language')
if (kept !== null && kept !== document.documentElement.lang && kept !== asked) {
  const url = new URL(location)
  url.searchParams.set('sap-language', kept)
  location.replace(url)
}
