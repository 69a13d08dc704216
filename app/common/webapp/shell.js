/* global Event, document, localStorage, location, window */
// The line above each page: the way home and to the other apps, the language and the theme.
const isGerman = document.documentElement.lang.startsWith('de')
const say = (english, german) => (isGerman ? german : english)

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
  value: isGerman ? 'de' : 'en',
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
  const link = document.createElement('a')
  link.href = path
  link.textContent = name
  if (path !== '/' && location.pathname.startsWith(path)) link.setAttribute('aria-current', 'page')
  return link
}

const choice = ({ key, label, choices, value, apply }) => {
  const select = document.createElement('select')
  select.setAttribute('aria-label', label)
  for (const [code, name] of choices) select.add(new window.Option(name, code, false, code === value))
  select.addEventListener('change', () => {
    localStorage.setItem(key, select.value)
    apply()
  })
  const field = document.createElement('label')
  field.append(select)
  return field
}

const shell = document.createElement('nav')
shell.className = 'shell'
shell.setAttribute('aria-label', 'Apps')
shell.append(...PLACES.map(linkTo), choice(LANGUAGES), choice(THEMES))
document.body.prepend(shell)
