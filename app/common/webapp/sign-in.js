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

/** @param reason why, where nobody has asked for it. */
export const askToSignIn = (reason = '') => {
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
  )
  const dialog = element('dialog', { className: 'sign-in' }, form)
  dialog.setAttribute('aria-labelledby', heading.id)
  dialog.addEventListener('close', () => dialog.remove())
  cancel.addEventListener('click', () => dialog.close())
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    enter.disabled = true
    problem.textContent = ''
    const isIn = await window.session.signIn(name.value, password.value).catch(() => undefined)
    enter.disabled = isIn === true
    if (isIn !== true) problem.textContent = isIn === false ? WRONG : FAILED
  })
  document.body.append(dialog)
  dialog.showModal()
}
