import { openPools } from '../open-pools.ts'
import { ChildChannel } from './child-channel.ts'

/** Connections in processes of their own, at most so many at a time; those for short reads are as urgent as requests. */
export const childPools = <Name extends string>(sizes: Readonly<Record<Name, number>>, idleMs?: number) => {
  const channels = new Set<ChildChannel>()
  const pools = openPools(
    sizes,
    {
      create: (onEnd, isShort) => {
        const channel: ChildChannel = new ChildChannel(() => {
          channels.delete(channel)
          onEnd(channel)
        }, isShort)
        channels.add(channel)
        return Promise.resolve(channel)
      },
      destroy: (channel: ChildChannel) => channel.destroy(),
    },
    idleMs,
  )
  return {
    ...pools,
    /** Resolves when all processes have ended, and with them their connections. */
    close: async (): Promise<void> => {
      await pools.close()
      await Promise.all([...channels].map(({ ended }) => ended))
    },
  }
}
