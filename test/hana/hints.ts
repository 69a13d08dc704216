const PORTS =
  'SQL ports: HANA Cloud has 443; HANA Express 39041 for its tenant HXE, and 39013 or 39017 for its system database.'

/** What goes wrong first, and what to look at. By codes of SAP HANA, of TLS, and of the socket; messages of `hdb` have none. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /\(10 /,
    'User or password is wrong, or the user is locked or deactivated: SAP HANA does not tell which (ALTER USER … RESET CONNECT ATTEMPTS, by another user). ' +
      `Or the port is that of another database. ${PORTS}`,
  ],
  [
    /\(414 /,
    'The password has to be changed first: log in once with another client, and ALTER USER … PASSWORD "…"; the user of a service: ALTER USER … DISABLE PASSWORD LIFETIME.',
  ],
  [/\(41[56] /, 'The user is locked or deactivated: ALTER USER … RESET CONNECT ATTEMPTS, or … ACTIVATE USER NOW.'],
  [/\(258 /, 'The user lacks a privilege.'],
  [
    /ECONNREFUSED/,
    `Nobody listens there: see to host and port. HANA Express takes some minutes to start (docker logs -f). ${PORTS}`,
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'There is no such host: it is mistyped, or the instance has been deleted.'],
  [
    /ALTNAME_INVALID|altnames/,
    'The certificate is of another host: use the name that it has. HANA Express has one of its own host name.',
  ],
  [
    /certificate (?:has expired|is not yet valid)|CERT_(?:HAS_EXPIRED|NOT_YET_VALID)/,
    'The certificate is out of date: the server needs another one, or a clock is wrong, here or there.',
  ],
  [
    /certificate|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)/i,
    'The certificate is not one that is trusted here: give "certificate", the CA as PEM; or, for a HANA on this machine only, "sslValidateCertificate": false.',
  ],
  [
    /EPROTO|wrong version number|ERR_SSL|packet length too long/,
    'The server speaks no TLS there: leave out "encrypt", or see to the port.',
  ],
  [
    /Invalid initialization reply/,
    `What answers there is no SQL port, or one with TLS: see to "encrypt" and the port. ${PORTS}`,
  ],
  [
    /ECONNRESET|ETIMEDOUT|EHDB(?:CLOSE|OPENCONN|TIMEOUT)|ended|Socket closed|cannot be reached/,
    'SAP HANA Cloud takes no connection without "encrypt": true, none from an address that its allowed connections (SAP HANA Cloud Central) do not have, ' +
      `and none while it is stopped: free instances stop every night and are started there. Elsewhere something else may listen. ${PORTS}`,
  ],
]

/** @param problem as the table tells it. */
export const hintFor = (problem: string): string | null => HINTS.find(([form]) => form.test(problem))?.[1] ?? null
