/**
 * Lets the server outlive who reads its log. A pipe that nobody reads fails each write with an event, which unheard would
 * end the process, or keep it busy for ever: a fault is to be logged, too.
 */
export const surviveLogReaders = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}
