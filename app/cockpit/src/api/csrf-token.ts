let asked: Promise<string | null> | undefined

/**
 * The token that an approuter wants with everything that changes something, where it keeps who is signed in; null where
 * nobody wants one.
 *
 * @param isStale the last one was refused.
 */
export const csrfToken = (address: string, isStale = false): Promise<string | null> => {
  if (isStale) asked = undefined
  asked ??= fetch(address, { method: 'HEAD', headers: { 'X-CSRF-Token': 'Fetch' }, credentials: 'same-origin' }).then(
    ({ headers }) => headers.get('X-CSRF-Token'),
  )
  return asked
}
