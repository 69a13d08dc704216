/** The public interface of this folder: reads of a SQLite file that take long, in processes beside the server's own. */
export { onlyReading } from './reading.ts'
export { readBeside } from './read-beside.ts'
