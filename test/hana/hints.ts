/** What goes wrong first, and what to look at. By codes of the socket, of TLS, and of SAP HANA; messages of `hdb` have none. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /ECONNREFUSED/,
    'Nobody listens there: see to host and port. HANA Express takes some minutes to start (docker logs -f).',
  ],
  [/ENOTFOUND|EAI_AGAIN/, 'There is no such host: it is mistyped, or the instance has been deleted.'],
  [/ALTNAME_INVALID|altnames/, 'The certificate is of another host: use the name that it has.'],
  [
    /certificate|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)|CERT_HAS_EXPIRED/i,
    'The certificate is not one that is trusted here: give "certificate", the CA as PEM; or, for a HANA on this machine only, "sslValidateCertificate": false.',
  ],
  [/EPROTO|wrong version number|ERR_SSL/, 'One side speaks TLS and the other does not: see to "encrypt".'],
  [
    /ECONNRESET|ETIMEDOUT|EHDBCLOSE|EHDBOPENCONN|ended|Socket closed|cannot be reached/,
    'SAP HANA Cloud takes no connection without "encrypt": true, none from an address that its allowed connections (SAP HANA Cloud Central) do not have, and none while it is stopped: free instances stop every night and are started there.',
  ],
  [/\(10 /, 'User or password is wrong.'],
  [/\(414 /, 'The password is an initial one: change it once with another client.'],
  [/\(41[56] /, 'The user is locked or deactivated: ALTER USER … RESET CONNECT ATTEMPTS.'],
  [/\(258 /, 'The user lacks a privilege.'],
]

/** @param problem as the table tells it. */
export const hintFor = (problem: string): string | null => HINTS.find(([form]) => form.test(problem))?.[1] ?? null
