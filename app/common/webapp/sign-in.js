/* global document, window */
// Asks for a name and a password, in front of the page.
import { element } from './elements.js'
import { say } from './say.js'

const WRONG = say('The user name or the password is wrong.', 'Der Benutzername oder das Kennwort ist falsch.')
const FAILED = say(
  'Signing in does not work at the moment. Try again later.',
  'Die Anmeldung geht gerade nicht. Versuchen Sie es später noch einmal.',
)

const field = (label, properties) => {
  const input = element('input', { required: true, ...properties })
  return [input, element('label', {}, label, input)]
}

/** Buttons for users of development, whose passwords are their names; nothing where there are none. */
const trialUsers = (names, enter) => {
  if (names.length === 0) return []
  const title = say('Development server: try it as', 'Entwicklungsserver: ausprobieren als')
  const buttons = names.map((name) => {
    const button = element('button', { type: 'button' }, name)
    button.addEventListener('click', () => enter(name, name))
    return button
  })
  const group = element(
    'div',
    { className: 'try-as', role: 'group', ariaLabel: title },
    element('span', {}, title),
    ...buttons,
  )
  return [group]
}

/**
 * @param visitor who looks at the page, as the server tells.
 * @param reason why, where nobody has asked for it.
 */
export const askToSignIn = ({ tryAs }, reason = '') => {
  const [name, nameField] = field(say('User', 'Benutzer'), { autocomplete: 'username' })
  const [password, passwordField] = field(say('Password', 'Kennwort'), {
    type: 'password',
    autocomplete: 'current-password',
  })
  const problem = element('p', { className: 'wrong', role: 'alert' })
  const enter = element('button', { className: 'primary' }, say('Sign in', 'Anmelden'))
  const cancel = element('button', { type: 'button' }, say('Cancel', 'Abbrechen'))
  const heading = element('h2', { id: 'sign-in-title' }, say('Sign in', 'Anmelden'))
  const form = element(
    'form',
    {},
    heading,
    reason,
    nameField,
    passwordField,
    problem,
    element('div', {}, enter, cancel),
    ...trialUsers(tryAs, (...credentials) => signIn(...credentials)),
  )
  const dialog = element('dialog', { className: 'sign-in' }, form)
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  cancel.addEventListener('click', () => dialog.close())
  const signIn = async (...credentials) => {
    enter.disabled = true
    problem.textContent = ''
    const isIn = await window.session.signIn(...credentials).catch(() => undefined)
    enter.disabled = isIn === true
    if (isIn !== true) problem.textContent = isIn === false ? WRONG : FAILED
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void signIn(name.value, password.value)
  })
  document.body.append(dialog)
  dialog.showModal()
}
