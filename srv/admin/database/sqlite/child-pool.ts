import { ResourcePool } from '../resource-pool.ts'
import { ChildChannel } from './child-channel.ts'

/** Connections in processes of their own, at most so many at a time. @param isUrgent as urgent as requests are. */
export const childPool = (max: number, { isUrgent = false } = {}): ResourcePool<ChildChannel> => {
  const pool: ResourcePool<ChildChannel> = new ResourcePool({
    max,
    create: () => {
      const channel: ChildChannel = new ChildChannel(() => {
        pool.forget(channel)
      }, isUrgent)
      return Promise.resolve(channel)
    },
    destroy: (channel) => {
      channel.destroy()
      return Promise.resolve()
    },
  })
  return pool
}
