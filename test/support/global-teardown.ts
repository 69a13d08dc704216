export default function globalTeardown(): Promise<void> {
  return (globalThis as unknown as { stopDatabases(): Promise<void> }).stopDatabases()
}
