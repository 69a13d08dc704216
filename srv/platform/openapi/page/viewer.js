/* global document, fetch, location, matchMedia, SwaggerUIBundle, URL, URLSearchParams, window */
// Lists the documents, and shows the one that the address names (`?document=SagaFilm.json`) or the first.

/** As the line above has it: in the theme that was chosen here or on another page of this server, else the system's. */
const followTheme = () =>
  document.documentElement.classList.toggle('dark-mode', document.documentElement.style.colorScheme === 'dark')
followTheme()
for (const change of ['theme', 'storage']) window.addEventListener(change, followTheme)
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', followTheme)

// The documents themselves are English.
const list = document.getElementById('documents')
if (document.documentElement.lang === 'de') {
  document.title = 'API-Beschreibungen · Saga'
  list.setAttribute('aria-label', 'API-Beschreibungen')
}

const documents = await (await fetch('index.json')).json()
const wanted = new URLSearchParams(location.search).get('document')
const shown = documents.find(({ url }) => url === wanted) ?? documents[0]

const link = ({ title, url }) => {
  const anchor = Object.assign(document.createElement('a'), {
    textContent: title,
    lang: 'en',
    href: `?document=${encodeURIComponent(url)}`,
  })
  if (url === shown.url) anchor.setAttribute('aria-current', 'page')
  return anchor
}
list.append(...documents.map(link))

const CSRF = 'X-CSRF-Token'
/** What a session of the server demands with all that changes something; there is none for who has not signed in. */
const csrfToken = async () =>
  (await fetch('../user', { headers: { [CSRF]: 'Fetch' }, cache: 'no-store' })).headers.get(CSRF)
/** Sends what is tried as who is signed in. Only requests to this server tell its token, and credentials of their own go first. */
const asSignedIn = async (request) => {
  const { origin } = new URL(request.url, location.href)
  const isRead = /^(?:GET|HEAD|OPTIONS)$/i.test(request.method ?? 'GET')
  const hasCredentials = Object.keys(request.headers).some((name) => /^authorization$/i.test(name))
  if (isRead || hasCredentials || origin !== location.origin) return request
  const token = await csrfToken()
  if (token !== null) request.headers[CSRF] = token
  return request
}

SwaggerUIBundle({
  url: shown.url,
  dom_id: '#viewer',
  presets: [SwaggerUIBundle.presets.apis],
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
  requestInterceptor: asSignedIn,
  validatorUrl: null, // the public validator would be asked about this server's documents
})
