/**
 * Keeps the server running when the reader of its log is gone. Each write to a closed pipe fails with an event that
 * would end the process if nobody listened, or keep it busy, since a failure is logged too.
 */
export const ignoreLogErrors = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
