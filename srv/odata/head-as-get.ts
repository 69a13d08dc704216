import type { Concern } from './concern.ts'

/** M33: HEAD is answered as GET is. Node itself leaves out the body, since it knows the method from the wire. */
export const headAsGet: Concern = () => (req, _res, next) => {
  if (req.method === 'HEAD') req.method = 'GET'
  next()
}
