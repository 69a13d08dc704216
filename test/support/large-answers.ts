/** Requests with the largest answers that the limits allow, on the data that ships. */

/** Some 24,000 rows, 2.5 MB. */
export const LARGE_READ =
  '/odata/v4/SagaFilm/People?$expand=homeworld($expand=residents($expand=homeworld($expand=residents($expand=homeworld))))'

/** A batch of as many reads as there may be, as it goes over the wire: 5 MB. */
export const largeBatch = (): string => {
  const requests = Array.from({ length: 100 }, (_, id) => ({ id: String(id), method: 'GET', url: 'People' }))
  const body = JSON.stringify({ requests })
  const head = ['POST /odata/v4/SagaFilm/$batch HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  return [...head, `Content-Length: ${body.length}`, '', body].join('\r\n')
}
