/** The pages of docs/operations that are made of the operations, by their names. */
import { operationIndex, operationPage, pageName } from './operation-page.ts'
import { OWN_ROUTES, ROUTES } from '../../srv/admin/http/routes.ts'

export const operationPages = (): ReadonlyMap<string, string> => {
  const routes = [...ROUTES, ...OWN_ROUTES]
  const pages = routes.map((route) => [pageName(route), operationPage(route)] as const)
  return new Map([['README.md', operationIndex(routes)], ...pages])
}
