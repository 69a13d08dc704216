import { stat } from 'node:fs/promises'
import { type Answer, type Sending, UsageError } from './client.ts'
import { type Command, type CommandContext, type Done, fields, flag, text } from './command.ts'
import { save, withUpload } from './transfer.ts'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
}

/** Streams an answer to a file or the output. */
const saved = async (context: CommandContext, response: Response, file: string | undefined): Promise<Done> => {
  if (file === undefined) {
    await save(response, { stream: context.output }, context.onBytes)
    return {}
  }
  await save(response, { file }, context.onBytes)
  return { answer: { file, bytes: (await stat(file)).size } }
}

const post = (input: Answer, accept: string): Sending => ({
  method: 'POST',
  body: JSON.stringify(input),
  headers: { 'Content-Type': 'application/json', Accept: accept },
})

const fileOf = ({ options }: CommandContext): string | undefined =>
  typeof options['output'] === 'string' ? options['output'] : undefined

/** Commands that read or write files. */
export const TRANSFER_COMMANDS: Readonly<Record<string, Command>> = {
  export: {
    usage: 'export <table>',
    about: 'Writes the rows of a table or view',
    words: [1, 1],
    options: {
      ...{ schema: text, columns: text, where: text, 'order-by': text, limit: text, values: text, timeout: text },
      ...{ format: text, output: { ...text, short: 'o' } },
    },
    run: async (context) => {
      const { client, words, options } = context
      const format = typeof options['format'] === 'string' ? options['format'] : formatOf(fileOf(context))
      const accept = MEDIA_TYPES[format]
      if (accept === undefined) throw new UsageError(`--format is one of ${Object.keys(MEDIA_TYPES).join(', ')}`)
      const input = fields(options, 'schema', 'columns', 'where', 'order-by', 'limit', 'values', 'timeout')
      const response = await client.send('/export', post({ table: words[0], ...input }, accept))
      return saved(context, response, fileOf(context))
    },
  },
  import: {
    usage: 'import <table> <file>',
    about: 'Brings the rows of a csv, tsv, json, ndjson or xlsx file into a table',
    words: [2, 2],
    options: {
      ...{ schema: text, mode: text, keys: text, format: text, delimiter: text, values: text, timeout: text },
      ...{ 'on-error': text, 'max-errors': text, truncate: flag, 'dry-run': flag },
    },
    run: async ({ client, words: [table, file = ''], options, onBytes }) =>
      withUpload(client, file, onBytes, async (name) => {
        const given = fields(
          options,
          'schema',
          'mode',
          'keys',
          'format',
          'delimiter',
          'values',
          'timeout',
          'max-errors',
        )
        const more = fields(options, 'on-error', 'truncate', 'dry-run')
        const answer = await client.ask('POST', '/import', { table, file: name, ...given, ...more })
        return { answer: { ...answer, file }, hasFindings: Number(answer['rowsRejected']) > 0 }
      }),
  },
  dump: {
    usage: 'dump',
    about: 'Writes tables with rows and structure into one file',
    words: [0, 0],
    options: {
      ...{ schema: text, tables: text, of: text, where: text, timeout: text, 'dry-run': flag },
      output: { ...text, short: 'o' },
    },
    run: async (context) => {
      const { client, options } = context
      const { of: table, where } = options
      if ((table === undefined) !== (where === undefined))
        throw new UsageError('--of and --where belong together: the rows of a table on which others hang')
      const input = {
        ...fields(options, 'schema', 'timeout', 'dry-run'),
        ...(typeof options['tables'] === 'string' && { tables: options['tables'].split(',') }),
        ...(table !== undefined && { rows: [{ table, where }] }),
      }
      if (options['dry-run'] === true) return { answer: await client.ask('POST', '/dump', input), list: 'notIncluded' }
      const response = await client.send('/dump', post(input, 'application/zip, application/json'))
      const [, named = 'dump.zip'] =
        /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? []
      return saved(context, response, fileOf(context) ?? named)
    },
  },
  load: {
    usage: 'load <file>',
    about: 'Makes and fills the tables of a dump',
    words: [1, 1],
    options: { schema: text, timeout: text, 'dry-run': flag },
    run: async ({ client, words: [file = ''], options, onBytes }) =>
      withUpload(client, file, onBytes, async (name) => {
        const answer = await client.ask('POST', '/load', {
          file: name,
          ...fields(options, 'schema', 'timeout', 'dry-run'),
        })
        return { answer, list: 'tables', hasFindings: answer['verified'] !== true }
      }),
  },
}

/** By the ending of the file; csv for want of one. */
const formatOf = (file: string | undefined): string =>
  /\.(csv|ndjson|xlsx|json)$/i.exec(file ?? '')?.[1]?.toLowerCase() ?? 'csv'
