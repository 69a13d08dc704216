/* global BroadcastChannel, TextEncoder, URL, XMLHttpRequest, btoa, fetch, location, sessionStorage, setTimeout, window */
// Who looks at the page. What is asked of a service waits until that is known, and is asked as this user.
// A sign-in lives as the cockpit's: in no address, until the last tab is closed or somebody signs out, which holds in all tabs.
{
  /** Where the cockpit keeps whoever has a role there; and the apps whoever has signed in. */
  const COCKPIT = 'cds-dba.session'
  const APPS = 'cds-dba.apps.session'
  /** The cockpit's roles, each with those before it. */
  const RANKS = ['viewer', 'operator', 'admin']
  /** Another tab answers at once or not at all. */
  const PATIENCE_MS = 150

  const read = (key) => JSON.parse(sessionStorage.getItem(key))
  let authorization

  const channel = new BroadcastChannel('cds-dba.session')
  const answerTabs = ({ data: { kind } }) => {
    const [apps, cockpit] = [read(APPS), read(COCKPIT)]
    if (kind === 'ask' && apps) channel.postMessage({ kind: 'signedInToApps', session: apps })
    if (kind === 'ask' && cockpit) channel.postMessage({ kind: 'signedIn', session: cockpit })
    if (kind === 'signedOut') leave()
  }
  channel.addEventListener('message', answerTabs)

  /** What other tabs know, by where it is kept. */
  const askTabs = () =>
    new Promise((resolve) => {
      const known = {}
      channel.addEventListener('message', ({ data: { kind, session } }) => {
        if (kind === 'signedInToApps') known[APPS] = session
        if (kind === 'signedIn') known[COCKPIT] = session
      })
      channel.postMessage({ kind: 'ask' })
      setTimeout(() => resolve(known), PATIENCE_MS)
    })

  /** Whoever looks at the page as nobody goes on doing so. */
  const leave = () => {
    sessionStorage.removeItem(APPS)
    sessionStorage.removeItem(COCKPIT)
    if (authorization) location.reload()
  }

  /**
   * Asks the server; without the browser's own dialog for a password.
   *
   * @returns undefined where the credentials do not hold.
   */
  const identify = async (credentials) => {
    const given = credentials === undefined ? {} : { Authorization: credentials }
    const credentialsOfBrowser = credentials === undefined ? 'same-origin' : 'omit'
    const answer = await fetch('/user', { headers: given, credentials: credentialsOfBrowser, cache: 'no-store' })
    if (answer.status === 401) return undefined
    if (!answer.ok) throw new Error(`/user: ${answer.status}`)
    return answer.json()
  }

  const enter = async (session) => {
    const user = session && (await identify(session.authorization))
    if (!user) return undefined
    authorization = session.authorization
    sessionStorage.setItem(APPS, JSON.stringify(session))
    return { ...user, canSignOut: true }
  }

  /** Whoever has signed in to the apps, else whoever the browser is, else, where nobody may do anything, the cockpit's user. */
  const find = async () => {
    const tabs = askTabs()
    const inApps = await enter(read(APPS) ?? (await tabs)[APPS])
    if (inApps) return inApps
    sessionStorage.removeItem(APPS)
    const visitor = (await identify()) ?? { user: null, roles: [], by: null, takesPasswords: true }
    if (visitor.user !== null || visitor.roles.length > 0) return visitor
    const inCockpit = await enter(read(COCKPIT) ?? (await tabs)[COCKPIT])
    return inCockpit ?? { ...visitor, mustSignIn: visitor.takesPasswords }
  }

  const known = find().catch(() => undefined)
  let isKnown = false
  /** Nothing is asked for as nobody where everybody has to sign in: the browser would ask for a password by itself. */
  const ready = known.then((visitor) => {
    if (visitor?.mustSignIn) return new Promise(() => {})
    isKnown = true
  })

  const toAuthorization = (name, password) =>
    `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${name}:${password}`)))}`

  window.session = {
    /** Who looks at the page, or undefined where the server does not answer. */
    known,
    /** @returns whether the name and the password hold; the page is loaded again if so. */
    async signIn(name, password) {
      const session = { user: name, authorization: toAuthorization(name, password) }
      const user = await enter(session)
      if (!user) return false
      const role = RANKS.findLast((rank) => user.roles.includes(rank))
      if (role) {
        sessionStorage.setItem(COCKPIT, JSON.stringify({ ...session, role }))
        channel.postMessage({ kind: 'signedIn', session: { ...session, role } })
      }
      location.reload()
      return true
    },
    /** Signs out, here and in all tabs. */
    signOut() {
      channel.postMessage({ kind: 'signedOut' })
      leave()
    },
    /** As `fetch`; what nobody may see is refused without asking. */
    async fetch(path) {
      if ((await known)?.mustSignIn) return new window.Response(null, { status: 401 })
      return fetch(path, authorization ? { headers: { authorization }, credentials: 'omit' } : {})
    },
  }

  // UI5 asks by XMLHttpRequest.
  const { open, send } = XMLHttpRequest.prototype
  const toService = new WeakSet()
  XMLHttpRequest.prototype.open = function (method, url, isAsync = true, ...credentials) {
    const { origin, pathname } = new URL(url, location.href)
    if (isAsync && origin === location.origin && pathname.startsWith('/odata/')) toService.add(this)
    return open.call(this, method, url, isAsync, ...credentials)
  }
  XMLHttpRequest.prototype.send = function (body) {
    if (!toService.has(this)) return send.call(this, body)
    const sendAsUser = () => {
      if (authorization) this.setRequestHeader('Authorization', authorization)
      send.call(this, body)
    }
    if (isKnown) return sendAsUser()
    ready.then(sendAsUser)
    return undefined
  }
}
