import { openPools } from '../open-pools.ts'
import { ChildChannel } from './child-channel.ts'

/** Connections in processes of their own, at most so many at a time; those for short reads are as urgent as requests. */
export const childPools = <Name extends string>(sizes: Readonly<Record<Name, number>>) =>
  openPools(sizes, {
    create: (onEnd, isShort) => {
      const channel: ChildChannel = new ChildChannel(() => onEnd(channel), isShort)
      return Promise.resolve(channel)
    },
    destroy: (channel: ChildChannel) => channel.destroy(),
  })
