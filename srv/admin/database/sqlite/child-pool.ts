import { type PoolOptions, ResourcePool } from '../resource-pool.ts'
import { shortPool } from '../short-pool.ts'
import { ChildChannel } from './child-channel.ts'

/** Connections in processes of their own, at most so many at a time. @param areShort lent for short reads, as urgent as requests. */
export const childPool = (max: number, areShort = false): ResourcePool<ChildChannel> => {
  const options: PoolOptions<ChildChannel> = {
    max,
    create: () => {
      const channel: ChildChannel = new ChildChannel(() => pool.forget(channel), areShort)
      return Promise.resolve(channel)
    },
    destroy: (channel) => {
      channel.destroy()
      return Promise.resolve()
    },
  }
  const pool: ResourcePool<ChildChannel> = new ResourcePool(areShort ? shortPool(options) : options)
  return pool
}
