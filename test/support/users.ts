/** A login of a user whose password is their name: all users of development and tests. */
export const as = (name: string): { auth: { username: string; password: string } } => ({
  auth: { username: name, password: name },
})

/** The `Authorization` header of a Basic login; the password is the name where none is given. */
export const basic = (name: string, password = name): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
})
