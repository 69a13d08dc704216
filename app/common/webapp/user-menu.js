/* global document, window */
// Who looks at the page, what they may do, and how to sign in and out.
import { element } from './elements.js'
import { say } from './say.js'
import { askToSignIn } from './sign-in.js'

/** What roles allow, each including those after it, in the words of the cockpit. */
const MAY = [
  ['admin', say('May change the database in the cockpit', 'Darf im Cockpit die Datenbank ändern')],
  [
    'operator',
    say('May read the rows of all tables in the cockpit', 'Darf im Cockpit die Zeilen aller Tabellen lesen'),
  ],
  [
    'viewer',
    say(
      'May look at the structure of the database in the cockpit',
      'Darf im Cockpit die Struktur der Datenbank ansehen',
    ),
  ],
]

/** What somebody may do in the apps, in two words and in a sentence. */
const inApps = ({ user, roles }) => {
  if (roles.includes('editor'))
    return [
      say('may edit', 'darf bearbeiten'),
      say('May read everything, and edit films', 'Darf alles lesen und Filme bearbeiten'),
    ]
  if (user !== null || roles.includes('reader'))
    return [say('may read', 'darf lesen'), say('May read everything', 'Darf alles lesen')]
  return ['', say('May not see anything without signing in', 'Sieht ohne Anmeldung nichts')]
}

const buttonFor = (text, run) => {
  const button = element('button', { type: 'button' }, text)
  button.addEventListener('click', run)
  return button
}

/** How to sign out, or in; or that it is the browser that does it. */
const wayOf = (visitor) => {
  const { by, canSignOut, takesPasswords } = visitor
  const out = say('Sign out', 'Abmelden')
  if (canSignOut) return [buttonFor(out, () => window.session.signOut())]
  if (by === 'token') return [element('a', { href: '/logout' }, out)]
  if (by === 'password')
    return [element('p', {}, say('Until the browser is closed.', 'Bis der Browser geschlossen wird.'))]
  return takesPasswords ? [buttonFor(say('Sign in', 'Anmelden'), () => askToSignIn(visitor))] : []
}

const menuOf = (visitor, title) => {
  const [, sentence] = inApps(visitor)
  const inCockpit = MAY.filter(([role]) => visitor.roles.includes(role)).slice(0, 1)
  const sentences = [sentence, ...inCockpit.map(([, text]) => text)].map((text) => element('li', {}, text))
  const content = [element('strong', {}, title), element('ul', {}, ...sentences), ...wayOf(visitor)]
  const menu = element('div', { id: 'user-menu', popover: 'auto' }, ...content)
  menu.setAttribute('role', 'dialog')
  menu.setAttribute('aria-label', title)
  return menu
}

/** A person, drawn. */
const figure = () => {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  const path = document.createElementNS(svg.namespaceURI, 'path')
  path.setAttribute('d', 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20.5c0-4 3-6.5 8-6.5s8 2.5 8 6.5z')
  svg.setAttribute('viewBox', '0 0 24 24')
  svg.setAttribute('aria-hidden', 'true')
  svg.append(path)
  return svg
}

/** The button in the line, with what it opens. Resolves to nothing where the server does not answer. */
export const userMenu = async () => {
  const visitor = await window.session.known
  if (!visitor) return []
  const { user, mustSignIn } = visitor
  const title =
    user === null ? say('Not signed in', 'Nicht angemeldet') : say(`Signed in as ${user}`, `Angemeldet als ${user}`)
  const [short] = inApps(visitor)
  const text = [user ?? title, short].filter((part) => part !== '').join(' · ')
  const button = element('button', { className: 'user', type: 'button' }, figure(), element('span', {}, text))
  button.setAttribute('aria-label', user === null ? text : `${text}. ${title}`)
  const menu = menuOf(visitor, title)
  button.popoverTargetElement = menu
  // A page without data is for everybody.
  if (mustSignIn && !('forEverybody' in document.body.dataset))
    askToSignIn(visitor, element('p', {}, say('Only users may see this page.', 'Diese Seite ist nur für Benutzer.')))
  return [button, menu]
}
