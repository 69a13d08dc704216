/* global document, location, navigator */
// The line above each app: the way home, and to the other apps.
const isGerman = navigator.language.startsWith('de')
const PLACES = [
  ['/', 'Saga', 'Saga'],
  ['/films/', 'Films', 'Filme'],
  ['/people/', 'People and Planets', 'Figuren und Planeten'],
  ['/shows/', 'Shows', 'Serien'],
  ['/cockpit/', 'Cockpit', 'Cockpit'],
]

const linkTo = ([path, english, german]) => {
  const link = document.createElement('a')
  link.href = path
  link.textContent = isGerman ? german : english
  if (path !== '/' && location.pathname.startsWith(path)) link.setAttribute('aria-current', 'page')
  return link
}

const shell = document.createElement('nav')
shell.className = 'shell'
shell.setAttribute('aria-label', 'Apps')
shell.append(...PLACES.map(linkTo))
document.body.prepend(shell)
