import type { Socket } from 'node:net'
import type { Answer, Answering, Moment, ServerError } from './answers.ts'
import { decodeParameters } from './decode-parameters.ts'
import { encodeRow } from './encode-row.ts'
import { codec, common, fromCesu8, numberOf, type Option, type Part } from './internals.ts'
import { Lobs, SentLob } from './lobs.ts'
import { Login } from './login.ts'
import { columnsPart, parametersPart } from './metadata.ts'
import { readRequests, type ReplyContent, type Request, sendReply } from './packets.ts'
import { type Cursor, inVersion, type Pending, prepare, type Prepared } from './statements.ts'

/** What a session needs of its server. */
export interface SessionOptions {
  readonly id: number
  readonly password: string
  readonly isImpostor: boolean
  readonly answering: Answering
  /** Rows in one message, and how much of a large value stands in its row. */
  readonly rowsPerMessage: number
  readonly lobInRow: number
  /** Told of each statement that is executed, of COMMIT and ROLLBACK too. */
  readonly onStatement: (sql: string, rows: unknown[][]) => void
  /** Takes limits for the time of statements. */
  readonly hasTimeLimits: boolean
  /** Ends what another session does. @returns an error when there is no such session. */
  readonly cancel: (id: number) => ServerError | undefined
}

/** What a client asks that is not told it by its driver; no statement of the test. */
const ITS_NUMBER = 'SELECT CURRENT_CONNECTION AS "number" FROM SYS.DUMMY'
const CANCEL = /^ALTER SYSTEM CANCEL SESSION '(\d+)'$/
const options = codec<Option[]>('CONNECT_OPTIONS')
const { ConnectOption, TransactionFlag, TypeCode, PartAttributes } = common
const NEWEST_FORMAT = 8
/** What is agreed upon as the client asks for it. */
const ECHOED = ['DATA_FORMAT_VERSION', 'COMPLETE_ARRAY_EXECUTION'].map((name) => numberOf(ConnectOption, name))
/** What `hdb` has no name for: the limit of a statement's time, and whether client and server know it. */
const QUERY_TIMEOUT = 5
const QUERY_TIMEOUT_SUPPORTED = 43
const isLast = numberOf(PartAttributes, 'LAST_PACKET') | numberOf(PartAttributes, 'RESULT_SET_CLOSED')

const idPart = (kind: string, id: number): ReplyContent => {
  const buffer = Buffer.alloc(8)
  buffer.writeBigInt64LE(BigInt(id))
  return { kind, buffer }
}
const idOf = (part: Part | undefined): number => Number(part?.buffer?.readBigInt64LE(0) ?? 0n)

/** One client of the server: logged in or on the way there, with its statements, cursors and large values. */
export class Session {
  readonly id: number
  /** Version of the data format that the client has asked for. */
  dataFormat = 1
  user = ''
  /** The type of each message that the client has sent. */
  readonly messageTypes: string[] = []
  /** Whether statements have committed by themselves, one by one. */
  readonly autoCommits: boolean[] = []
  /** The limits of their time in seconds, one by one; 0 for none. */
  readonly timeLimits: number[] = []
  readonly #socket: Socket
  readonly #options: SessionOptions
  readonly #login: Login
  readonly #lobs: Lobs
  readonly #prepared = new Map<number, Prepared>()
  readonly #cursors = new Map<number, Cursor>()
  #pending: Pending | undefined
  #isHanging = false
  #knowsTimeLimits = false
  #sequence = 0
  #count = 0

  constructor(socket: Socket, given: SessionOptions) {
    this.#socket = socket
    this.#options = given
    this.id = given.id
    this.#login = new Login(given.password, given.isImpostor)
    this.#lobs = new Lobs(given.lobInRow)
    socket.on('error', () => undefined) // a client that is gone
    readRequests(socket, (request) => {
      this.messageTypes.push(request.type)
      try {
        this.#handle(request)
      } catch (error) {
        this.#fail({ code: 2, message: `the server of the test fails: ${(error as Error).message}` })
      }
    })
  }

  /** There is none before the login. */
  get #sessionId(): number {
    return this.user === '' ? 0 : this.id
  }

  get isHanging(): boolean {
    return this.#isHanging
  }

  /** Ends the statement that hangs, as `ALTER SYSTEM CANCEL SESSION` does. */
  cancel(): void {
    if (!this.#isHanging) return
    this.#isHanging = false
    this.#fail({ code: 139, message: 'current operation cancelled by request and transaction rolled back' })
  }

  #expire(): void {
    if (!this.#isHanging) return
    this.#isHanging = false
    this.#fail({ code: 613, message: 'execution aborted by timeout' })
  }

  leave(how: Answer['leaves'] = 'politely'): void {
    if (how === 'rudely') this.#socket.resetAndDestroy()
    else this.#socket.destroy()
  }

  #handle(request: Request): void {
    const { part } = request
    switch (request.type) {
      case 'AUTHENTICATE':
        this.#send('CONNECT', { kind: 'AUTHENTICATION', buffer: this.#login.challenge(part('AUTHENTICATION')) })
        return
      case 'CONNECT':
        this.#connect(request)
        return
      case 'PREPARE':
        this.#prepare(fromCesu8(part('COMMAND')?.buffer ?? Buffer.alloc(0)))
        return
      case 'EXECUTE_DIRECT':
        this.#begin(request)
        this.#direct(fromCesu8(part('COMMAND')?.buffer ?? Buffer.alloc(0)))
        return
      case 'EXECUTE':
        this.#begin(request)
        this.#receive(idOf(part('STATEMENT_ID')), part('PARAMETERS'))
        return
      case 'WRITE_LOB':
        this.#receiveLobs(part('WRITE_LOB_REQUEST'))
        return
      case 'FETCH_NEXT':
        this.#fetch(idOf(part('RESULT_SET_ID')), fetchSizeOf(part('FETCH_SIZE')?.buffer))
        return
      case 'READ_LOB':
        if (!this.#meets('lob')) this.#send('READ_LOB', this.#lobs.read(part('READ_LOB_REQUEST')))
        return
      case 'COMMIT':
      case 'ROLLBACK':
        this.#options.onStatement(request.type, [])
        this.#cursors.clear()
        if (this.#strikes(this.#options.answering(request.type, []), 'execute')) return
        this.#send(request.type, flags(request.type === 'COMMIT' ? 'COMMITTED' : 'ROLLED_BACK'))
        return
      case 'DISCONNECT':
        this.#send('DISCONNECT')
        this.#socket.end()
        return
      case 'DROP_STATEMENT_ID':
        this.#prepared.delete(idOf(part('STATEMENT_ID')))
        this.#send('NIL')
        return
      case 'CLOSE_RESULT_SET':
        this.#cursors.delete(idOf(part('RESULT_SET_ID')))
        this.#send('CLOSE_CURSOR')
        return
      default:
        this.#fail({ code: 7, message: `feature not supported: ${request.type}` })
    }
  }

  /** @throws Error for a limit that was not agreed upon. */
  #begin({ part, isAutoCommit }: Request): void {
    const context = part('STATEMENT_CONTEXT')
    const told = context ? options.read(context) : []
    const limit = Number(told.find(({ name }) => name === QUERY_TIMEOUT)?.value ?? 0)
    if (limit > 0 && !this.#knowsTimeLimits) throw new Error('a time limit that was not agreed upon')
    this.autoCommits.push(isAutoCommit)
    this.timeLimits.push(limit)
  }

  #connect(request: Request): void {
    const proof = this.#login.check(request.part('AUTHENTICATION'))
    const connectOptions = request.part('CONNECT_OPTIONS')
    if (!proof || !connectOptions) {
      this.#fail({ code: 10, message: 'authentication failed' })
      return
    }
    this.user = this.#login.user
    const asked = options.read(connectOptions)
    const wanted = asked.find(({ name }) => name === ConnectOption['DATA_FORMAT_VERSION2'])
    this.dataFormat = Math.min(Number(wanted?.value ?? 1), NEWEST_FORMAT)
    const limits = this.#options.hasTimeLimits ? asked.filter(({ name }) => name === QUERY_TIMEOUT_SUPPORTED) : []
    this.#knowsTimeLimits = limits.some(({ value }) => value === true)
    const number = (name: string, value: number): Option => ({
      ...{ name: numberOf(ConnectOption, name), type: numberOf(TypeCode, 'INT'), value },
    })
    const settings = [
      number('CONNECTION_ID', this.id),
      number('DATA_FORMAT_VERSION2', this.dataFormat),
      number('ENGINE_DATA_FORMAT_VERSION', NEWEST_FORMAT),
      ...asked.filter(({ name }) => ECHOED.includes(name)),
      ...limits,
    ]
    const { argumentCount, buffer } = options.write({}, settings)
    this.#send(
      'CONNECT',
      { kind: 'AUTHENTICATION', buffer: proof },
      { kind: 'CONNECT_OPTIONS', count: argumentCount, buffer },
    )
  }

  #prepare(sql: string): void {
    const prepared = prepare(sql, this.#answer, this.dataFormat)
    if (this.#strikes(prepared.answer, 'prepare')) return
    const id = ++this.#count
    this.#prepared.set(id, prepared)
    const { columns, parameters, functionCode } = prepared
    const ofResult = columns.length > 0 ? [columnsPart(columns)] : []
    this.#send(functionCode, idPart('STATEMENT_ID', id), parametersPart(parameters), ...ofResult)
  }

  #direct(sql: string): void {
    const prepared = prepare(sql, this.#answer, this.dataFormat)
    if (!this.#strikes(prepared.answer, 'prepare')) this.#execute(prepared, [], true)
  }

  #receive(id: number, parameters: Part | undefined): void {
    const prepared = this.#prepared.get(id)
    if (!prepared) {
      this.#fail({ code: 1033, message: 'invalid statement id' })
      return
    }
    const rows = parameters?.buffer
      ? decodeParameters(prepared.parameters, parameters.buffer, parameters.argumentCount)
      : []
    const lobs = rows.flat().filter((value) => value instanceof SentLob && !value.isComplete) as SentLob[]
    if (lobs.length === 0) {
      this.#execute(prepared, values(rows))
      return
    }
    this.#pending = { prepared, rows, lobs }
    const locators = lobs.map((_lob, index) => idPart('', index + 1).buffer)
    this.#send(prepared.functionCode, { kind: 'WRITE_LOB_REPLY', count: lobs.length, buffer: Buffer.concat(locators) })
  }

  #receiveLobs(part: Part | undefined): void {
    const bytes = part?.buffer ?? Buffer.alloc(0)
    const pending = this.#pending
    for (let offset = 0; offset < bytes.length;) {
      const start = offset + 21
      const end = start + bytes.readInt32LE(offset + 17)
      pending?.lobs[Number(bytes.readBigInt64LE(offset)) - 1]?.add(
        Buffer.from(bytes.subarray(start, end)),
        bytes[offset + 8] ?? 0,
      )
      offset = end
    }
    if (!pending || pending.lobs.some(({ isComplete }) => !isComplete)) {
      this.#send('WRITE_LOB')
      return
    }
    this.#pending = undefined
    this.#execute(pending.prepared, values(pending.rows))
  }

  readonly #answer: Answering = (sql, rows) =>
    sql === ITS_NUMBER
      ? { columns: [{ name: 'number', type: 'INT' }], rows: [[this.id]] }
      : this.#options.answering(sql, rows)

  #execute({ sql, functionCode, columns }: Prepared, rows: unknown[][], isDirect = false): void {
    if (sql !== ITS_NUMBER) this.#options.onStatement(sql, rows)
    const answer = this.#answer(sql, rows)
    const [, cancelled] = CANCEL.exec(sql) ?? []
    if (answer?.hangs) {
      this.#isHanging = true
      const limit = this.timeLimits.at(-1) ?? 0
      if (limit > 0) setTimeout(() => this.#expire(), limit * 1_000).unref()
      return
    }
    if (this.#strikes(answer, 'execute')) return
    const refused = cancelled === undefined ? undefined : this.#options.cancel(Number(cancelled))
    if (refused) this.#fail(refused)
    else if (functionCode === 'SELECT') {
      const isNew = isDirect || columns.length === 0
      const shown = isNew ? inVersion(answer?.columns ?? columns, this.dataFormat) : columns
      this.#open({ answer: answer ?? {}, columns: shown, rows: [...(answer?.rows ?? [])] }, isNew)
    } else {
      const changed = [answer?.changed ?? rows.map(() => 1)].flat()
      const buffer = Buffer.from(Int32Array.from(changed.length > 0 ? changed : [0]).buffer)
      this.#send(functionCode, { kind: 'ROWS_AFFECTED', count: buffer.length / 4, buffer })
    }
  }

  #open(cursor: Cursor, tellsColumns: boolean): void {
    const id = ++this.#count
    this.#cursors.set(id, cursor)
    const first = tellsColumns ? [columnsPart(cursor.columns)] : []
    this.#send('SELECT', ...first, idPart('RESULT_SET_ID', id), this.#take(id, cursor, this.#options.rowsPerMessage))
  }

  #fetch(id: number, size: number): void {
    const cursor = this.#cursors.get(id)
    if (this.#strikes(cursor?.answer, 'fetch')) return
    if (cursor) this.#send('FETCH', this.#take(id, cursor, Math.min(size, this.#options.rowsPerMessage)))
    else this.#fail({ code: 1034, message: 'invalid result set id' })
  }

  #take(id: number, { columns, rows }: Cursor, count: number): ReplyContent {
    const taken = rows.splice(0, count)
    const bytes = taken.map((row) => encodeRow(columns, row, (type, value) => this.#lobs.store(type, value)))
    if (rows.length === 0) this.#cursors.delete(id)
    const noRow = taken.length === 0 ? numberOf(PartAttributes, 'ROW_NOT_FOUND') : 0
    return {
      ...{ kind: 'RESULT_SET', count: taken.length, attributes: rows.length === 0 ? isLast | noRow : 0 },
      buffer: Buffer.concat(bytes),
    }
  }

  /** Whether any open result has bad luck when its large values are read. */
  #meets(moment: Moment): boolean {
    return [...this.#prepared.values()].some(({ answer }) => this.#strikes(answer, moment))
  }

  /** Whether the answer is an error or a farewell that is due now, which is then sent. */
  #strikes(answer: Answer | undefined, moment: Moment): boolean {
    if ((answer?.at ?? 'execute') !== moment) return false
    if (answer?.leaves) this.leave(answer.leaves)
    else if (answer?.error) this.#fail(answer.error)
    else return false
    return true
  }

  #send(functionCode: string, ...contents: ReplyContent[]): void {
    const context = functionCode === 'CONNECT' ? [] : [statementContext(++this.#sequence)]
    sendReply(this.#socket, this.#sessionId, functionCode, [...context, ...contents])
  }

  #fail({ code, message = 'as the server says it' }: ServerError): void {
    const text = Buffer.from(message)
    const head = Buffer.alloc(18)
    head.writeInt32LE(code, 0)
    head.writeInt32LE(text.length, 8)
    head.writeInt8(1, 12)
    head.write('HY000', 13)
    sendReply(this.#socket, this.#sessionId, 'NIL', [{ kind: 'ERROR', buffer: Buffer.concat([head, text]) }], 'ERROR')
  }
}

const values = (rows: unknown[][]): unknown[][] =>
  rows.map((row) => row.map((value) => (value instanceof SentLob ? value.value : value)))

const flags = (flag: string): ReplyContent => {
  const setting = [{ name: numberOf(TransactionFlag, flag), type: numberOf(TypeCode, 'BOOLEAN'), value: true }]
  const { argumentCount, buffer } = options.write({}, setting)
  return { kind: 'TRANSACTION_FLAGS', count: argumentCount, buffer }
}

/** Clients send few bytes for it unless the server takes more. */
const fetchSizeOf = (bytes: Buffer | undefined): number => (bytes ? bytes.readIntLE(0, Math.min(bytes.length, 4)) : 0)

/** What a client has to send back with the next statement. */
const statementContext = (sequence: number): ReplyContent => {
  const value = Buffer.alloc(10)
  value.writeInt32LE(sequence, 0)
  const setting = [{ name: 1, type: numberOf(TypeCode, 'BSTRING'), value }]
  const { argumentCount, buffer } = options.write({}, setting)
  return { kind: 'STATEMENT_CONTEXT', count: argumentCount, buffer }
}
