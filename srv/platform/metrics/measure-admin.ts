import { createCounter, createGauge } from './registry.ts'

/** What tells of the administration API; its `Meters`, which this room does not know. */
interface AdminMeters<Outcome extends string> {
  operation(name: string): (outcome: Outcome) => void
  connections(read: () => Readonly<Record<(typeof STATES)[number], number>>): void
}

const STATES = ['idle', 'busy', 'waiting'] as const

/** Shows the operations of the administration API that run and have ended, and the use of its connections. */
export const measureAdmin = <Outcome extends string>(
  operations: readonly string[],
  outcomes: readonly Outcome[],
): AdminMeters<Outcome> => {
  const running = new Map(operations.map((operation) => [operation, 0]))
  const countEnd = createCounter({
    name: 'saga_admin_operations_total',
    help: 'Operations of the administration API that have ended, in the background or before their answer.',
    labels: { operation: operations, outcome: outcomes },
  })
  createGauge(
    {
      name: 'saga_admin_operations_running',
      help: 'Operations of the administration API that run.',
      labels: { operation: operations },
    },
    () => [...running].map(([operation, value]) => ({ labels: { operation }, value })),
  )
  const change = (operation: string, by: number): void => {
    running.set(operation, (running.get(operation) ?? 0) + by)
  }
  return {
    operation: (operation) => {
      change(operation, 1)
      return (outcome) => {
        change(operation, -1)
        countEnd({ operation, outcome })
      }
    },
    connections: (read) =>
      createGauge(
        {
          name: 'saga_admin_connections',
          help: 'Connections to the database that the administration API works with, and operations that wait for one.',
          labels: { state: STATES },
        },
        () => {
          const usage = read()
          return STATES.map((state) => ({ labels: { state }, value: usage[state] }))
        },
      ),
  }
}
