/* global document, fetch, location, matchMedia, SwaggerUIBundle, URLSearchParams */
// Lists the documents, and shows the one that the address names (`?document=SagaFilm.json`) or the first.
const dark = matchMedia('(prefers-color-scheme: dark)')
const followSystem = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
followSystem()
dark.addEventListener('change', followSystem)

const documents = await (await fetch('index.json')).json()
const wanted = new URLSearchParams(location.search).get('document')
const shown = documents.find(({ url }) => url === wanted) ?? documents[0]

const link = ({ title, url }) => {
  const anchor = Object.assign(document.createElement('a'), {
    textContent: title,
    href: `?document=${encodeURIComponent(url)}`,
  })
  if (url === shown.url) anchor.setAttribute('aria-current', 'page')
  return anchor
}
document.getElementById('documents').append(...documents.map(link))

SwaggerUIBundle({
  url: shown.url,
  dom_id: '#viewer',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  validatorUrl: null, // the public validator would be asked about this server's documents
})
