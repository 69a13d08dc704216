import type { Api } from '../guard/index.ts'

/** Where the services are, and how they tell errors. */
export const ODATA: Api = {
  path: '/odata',
  errorAnswer: (status, { code, message }) => ({
    status,
    headers: { 'OData-Version': '4.0' },
    body: { error: { code, message } },
  }),
}
