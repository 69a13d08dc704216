/* global BroadcastChannel, TextEncoder, URL, XMLHttpRequest, btoa, fetch, location, sessionStorage, window */
// Who looks at the page. What is asked of a service waits until that is known.
// Who has signed in has a session of the server, which is the cockpit's too: only the browser and the server have what
// proves it, and no page can read it. It ends when somebody signs out, in all tabs.
{
  const SESSION = '/api/v1/session'
  const CSRF = 'X-CSRF-Token'
  /** What the cockpit keeps of a session in this tab. */
  const KEPT = 'cds-dba.'

  /** Sent with what changes something; pages of other origins cannot read it. */
  let csrfToken = 'Fetch'
  const noteCsrfToken = ({ headers }) => {
    csrfToken = headers.get(CSRF) ?? csrfToken
  }

  /** Tabs tell each other to ask the server, never who somebody is. */
  const channel = new BroadcastChannel('cds-dba.session')
  const leave = () => {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEPT)) sessionStorage.removeItem(key)
    location.reload()
  }
  channel.addEventListener('message', leave)

  const ask = () => fetch('/user', { headers: { [CSRF]: 'Fetch' }, cache: 'no-store' })

  /** Asks the server; once more where a session is over, which the browser has forgotten by then. */
  const find = async () => {
    const first = await ask()
    const answer = first.status === 401 ? await ask() : first
    if (!answer.ok) throw new Error(`/user: ${answer.status}`)
    noteCsrfToken(answer)
    const visitor = await answer.json()
    const isNobody = visitor.user === null && visitor.roles.length === 0
    return { ...visitor, canSignOut: visitor.by === 'session', mustSignIn: isNobody && visitor.takesPasswords }
  }

  const known = find().catch(() => undefined)
  let isKnown = false
  let isBySession = false
  /** Nothing is asked for as nobody where everybody has to sign in: it would only be refused. */
  const ready = known.then((visitor) => {
    if (visitor?.mustSignIn) return new Promise(() => {})
    isKnown = true
    isBySession = visitor?.by === 'session'
  })

  const toAuthorization = (name, password) =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))}`

  window.session = {
    /** Who looks at the page, or undefined where the server does not answer. */
    known,
    /** @returns whether the name and the password hold; the page is loaded again if so. */
    async signIn(name, password) {
      const headers = { Authorization: toAuthorization(name, password), [CSRF]: 'Fetch' }
      const answer = await fetch(SESSION, { method: 'POST', headers })
      if (answer.status === 401) return false
      if (!answer.ok) throw new Error(`${SESSION}: ${answer.status}`)
      channel.postMessage({ kind: 'signedIn' })
      location.reload()
      return true
    },
    /** Signs out, here and in all tabs. */
    async signOut() {
      // Another tab may have begun another session.
      noteCsrfToken(await ask())
      await fetch(SESSION, { method: 'DELETE', headers: { [CSRF]: csrfToken } })
      channel.postMessage({ kind: 'signedOut' })
      leave()
    },
    /** As `fetch`; what nobody may see is refused without asking. */
    async fetch(path) {
      if ((await known)?.mustSignIn) return new window.Response(null, { status: 401 })
      return fetch(path, { headers: { [CSRF]: 'Fetch' } })
    },
  }

  // UI5 asks by XMLHttpRequest.
  const { open, send, setRequestHeader } = XMLHttpRequest.prototype
  const toService = new WeakSet()
  XMLHttpRequest.prototype.open = function (method, url, isAsync = true, ...credentials) {
    const { origin, pathname } = new URL(url, location.href)
    if (isAsync && origin === location.origin && pathname.startsWith('/odata/')) toService.add(this)
    return open.call(this, method, url, isAsync, ...credentials)
  }
  // It does not know the token before it has been refused once.
  XMLHttpRequest.prototype.setRequestHeader = function (name, value) {
    if (!toService.has(this) || name.toLowerCase() !== CSRF.toLowerCase()) setRequestHeader.call(this, name, value)
  }
  XMLHttpRequest.prototype.send = function (body) {
    if (!toService.has(this)) return send.call(this, body)
    const sendAsUser = () => {
      setRequestHeader.call(this, CSRF, csrfToken)
      // The session is over.
      if (isBySession) this.addEventListener('load', () => this.status === 401 && location.reload())
      send.call(this, body)
    }
    if (isKnown) return sendAsUser()
    ready.then(sendAsUser)
    return undefined
  }
}
