/* global XMLHttpRequest, document, setTimeout, window */
// Says what an app itself does not: that SAPUI5 does not come, that the server does not answer.
const isGerman = document.documentElement.lang.startsWith('de')
const TEXTS = {
  ui5: isGerman
    ? [
        'SAPUI5 ist nicht erreichbar',
        'Diese App lädt SAPUI5 aus dem Internet (ui5.sap.com). Ohne Internet baut dieser Befehl es auf dem Server, der dann neu zu starten ist:',
      ]
    : [
        'SAPUI5 cannot be reached',
        'This app loads SAPUI5 from the internet (ui5.sap.com). Without the internet this command builds it on the server, which has to be started again then:',
      ],
  server: isGerman
    ? [
        'Der Server ist nicht erreichbar',
        'Was Sie eingegeben haben, steht noch hier. Versuchen Sie es noch einmal, sobald er wieder da ist.',
      ]
    : ['The server cannot be reached', 'What you have typed is still here. Try again as soon as it is back.'],
}
const COMMAND = 'npm run ui5'
const PATIENCE_MS = 4_000

const show = (name, command) => {
  if (document.getElementById(`problem-${name}`)) return
  const [title, text] = TEXTS[name]
  const box = document.createElement('div')
  box.id = `problem-${name}`
  box.className = 'problem'
  box.setAttribute('role', 'alert')
  const add = (tag, content) => box.appendChild(document.createElement(tag)).append(content)
  add('strong', title)
  add('span', text)
  if (command) add('code', command)
  document.body.append(box)
}
const hide = (name) => document.getElementById(`problem-${name}`)?.remove()

// UI5 has come when it has defined itself; a browser without the internet may wait for long before it gives up.
const lookForUi5 = () => {
  if (window.sap?.ui?.require === undefined) show('ui5', COMMAND)
}
window.addEventListener('DOMContentLoaded', () => {
  const bootstrap = document.getElementById('sap-ui-bootstrap')
  bootstrap?.addEventListener('error', lookForUi5)
  setTimeout(lookForUi5, PATIENCE_MS)
})

// UI5 asks by XMLHttpRequest, and tells nobody when nobody answers.
const send = XMLHttpRequest.prototype.send
XMLHttpRequest.prototype.send = function (...body) {
  this.addEventListener('error', () => show('server'))
  this.addEventListener('load', () => hide('server'))
  return send.apply(this, body)
}
