/* global Event, document, localStorage, location, window */
// The line above each page: the way home and to the other apps, the language and the theme, and who looks at it.
import { element } from './elements.js'
import { say } from './say.js'
import { userMenu } from './user-menu.js'

const PLACES = [
  ['/', 'Saga'],
  ['/films/', say('Films', 'Filme')],
  ['/people/', say('People and Planets', 'Figuren und Planeten')],
  ['/shows/', say('Shows', 'Serien')],
  ['/figures/', say('Figures', 'Zahlen')],
  ['/openapi/', 'APIs'],
  ['/cockpit/', 'Cockpit'],
]
/** What can be chosen, kept where the cockpit keeps it as well. */
const LANGUAGES = {
  key: 'cds-dba.language',
  label: say('Language', 'Sprache'),
  choices: [
    ['en', 'English'],
    ['de', 'Deutsch'],
  ],
  value: say('en', 'de'),
  apply: () => location.reload(),
}
const THEMES = {
  key: 'cds-dba.theme',
  label: say('Theme', 'Darstellung'),
  choices: [
    ['auto', say('Like the system', 'Wie das System')],
    ['light', say('Light', 'Hell')],
    ['dark', say('Dark', 'Dunkel')],
  ],
  value: localStorage.getItem('cds-dba.theme') ?? 'auto',
  apply: () => window.dispatchEvent(new Event('theme')),
}

const linkTo = ([path, name]) => {
  const link = element('a', { href: path }, name)
  const isHere = path === '/' ? /^\/(?:home\/.*)?$/.test(location.pathname) : location.pathname.startsWith(path)
  if (isHere) link.setAttribute('aria-current', 'page')
  return link
}

const choice = ({ key, label, choices, value, apply }) => {
  const select = element('select')
  select.setAttribute('aria-label', label)
  for (const [code, name] of choices) select.add(new window.Option(name, code, false, code === value))
  select.addEventListener('change', () => {
    localStorage.setItem(key, select.value)
    apply()
  })
  return element('label', {}, select)
}

const apps = element('nav', {}, ...PLACES.map(linkTo))
apps.setAttribute('aria-label', 'Apps')
// All but the user moves sideways where it has no room.
const places = element('div', { className: 'places' }, apps, choice(LANGUAGES), choice(THEMES))
const shell = element('header', { className: 'shell' }, places)
document.body.prepend(shell)
// What a page is called, the tab is called; other pages have it from the server.
const here = apps.querySelector('[aria-current]')
if (here && /^\/(?:films|people|shows|figures)\//.test(location.pathname)) document.title = `${here.textContent} · Saga`
// On a phone this place may be beyond the edge.
places.scrollLeft = (here?.offsetLeft ?? 0) - places.clientWidth / 4
shell.append(...(await userMenu()))
