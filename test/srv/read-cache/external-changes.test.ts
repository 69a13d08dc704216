/** Several processes on one database: nobody is told what is not so any more. @long: starts two servers on each engine. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { SERVER_PAIRS, type ServerPair } from '../../support/server-pair.ts'

jest.setTimeout(120_000)

/** After which a change in a file is seen by other processes. */
const LAG_MS = 100
const FILM = '/odata/v4/SagaFilm'
const PLANETS = 3
const PEOPLE = Array.from({ length: PLANETS }, () => randomUUID())
const IDS = Array.from({ length: PLANETS }, () => randomUUID())

describe.each(Object.keys(SERVER_PAIRS))('two servers on %s', (database) => {
  /** Servers on PostgreSQL ask it whether anything was committed before a request came. */
  const lagMs = database === 'PostgreSQL' ? 0 : LAG_MS
  let pair: ServerPair
  beforeAll(async () => {
    pair = await SERVER_PAIRS[database]!()
    for (const [index, ID] of IDS.entries()) {
      await write(0, 'POST', 'Planet', { ID, name: `Planet ${index}`, climate: '0' })
      await write(0, 'POST', 'People', { ID: PEOPLE[index], name: 'Resident', homeworld_ID: ID })
    }
  })
  afterAll(() => pair.stop())

  /** A SQLite file that somebody else writes to may be busy, which a client is told. */
  const ask = async (server: number, path: string, init?: RequestInit): Promise<Response> => {
    for (let attempt = 0; ; attempt++) {
      const answer = await fetch(`${pair.servers[server]!.url}${FILM}/${path}`, init)
      if (answer.ok) return answer
      if (answer.status !== 503 || attempt === 20) throw new Error(await answer.text())
      await setTimeout(20)
    }
  }

  const write = async (server: number, method: string, path: string, body: object): Promise<void> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await ask(server, path, { method, headers, body: JSON.stringify(body) })
    if (/"status":503/.test(await answer.text())) await write(server, method, path, body)
  }

  /** Ways to give a planet a climate. The last is nobody's of the two servers. */
  const WAYS_TO_WRITE: readonly ((server: number, ID: string, climate: string) => Promise<void>)[] = [
    (server, ID, climate) => write(server, 'PATCH', `Planet(${ID})`, { climate }),
    (server, ID, climate) => write(server, 'PUT', `Planet(${ID})`, { name: 'Put', climate }),
    (server, ID, climate) =>
      write(server, 'POST', '$batch', {
        requests: [
          {
            id: '1',
            method: 'PATCH',
            url: `Planet(${ID})`,
            headers: { 'content-type': 'application/json' },
            body: { climate },
          },
        ],
      }),
    (_, ID, climate) => pair.execute(`UPDATE saga_Planet SET climate = '${climate}' WHERE ID = '${ID}'`),
  ]
  const STRANGER = WAYS_TO_WRITE.length - 1

  /** Ways to ask for it: each is kept under a key of its own. */
  const WAYS_TO_READ: readonly ((server: number, planet: number) => Promise<unknown>)[] = [
    async (server, planet) => (await json(server, `Planet(${IDS[planet]!})`))['climate'],
    async (server, planet) =>
      first(await json(server, `Planet?$filter=ID eq ${IDS[planet]!}&$select=climate`))['climate'],
    async (server, planet) =>
      (first(await json(server, `People?$filter=ID eq ${PEOPLE[planet]!}&$expand=homeworld`))['homeworld'] as Row)[
        'climate'
      ],
    async (server, planet) => (await json(server, `People(${PEOPLE[planet]!})/homeworld`))['climate'],
  ]

  type Row = Record<string, unknown>
  const json = async (server: number, path: string): Promise<Row> => {
    const answer = await ask(server, path)
    return (await answer.json()) as Row
  }
  const first = (answer: Row): Row => (answer['value'] as Row[])[0]!

  type At = { readonly server: number; readonly planet: number; readonly way: number }
  type Action = (At & { do: 'read' | 'write' }) | { do: 'wait'; milliseconds: number }
  const server = fc.nat(1)
  const planet = fc.nat(PLANETS - 1)
  const action: fc.Arbitrary<Action> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('read' as const), server, planet, way: fc.nat(WAYS_TO_READ.length - 1) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        server,
        planet,
        way: fc.nat(WAYS_TO_WRITE.length - 1),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('wait' as const), milliseconds: fc.constantFrom(1, 10, LAG_MS) }),
    },
  )

  interface Write {
    readonly climate: number
    readonly server: number | undefined
    readonly doneMs: number
  }
  let last = 0
  const done: Write[][] = IDS.map(() => [])
  const turns: Promise<void>[] = IDS.map(() => Promise.resolve())

  /** One writer at a time for each planet, so that a higher number is a later climate. */
  const change = (at: At): Promise<void> => {
    turns[at.planet] = turns[at.planet]!.then(async () => {
      const climate = ++last
      await WAYS_TO_WRITE[at.way]!(at.server, IDS[at.planet]!, String(climate))
      const by = at.way === STRANGER ? undefined : at.server
      done[at.planet]!.push({ climate, server: by, doneMs: performance.now() })
    })
    return turns[at.planet]!
  }

  const check = async (at: At): Promise<void> => {
    const started = performance.now()
    const known = done[at.planet]!.filter(({ server: by, doneMs }) => by === at.server || started - doneMs >= lagMs)
    const least = Math.max(0, ...known.map(({ climate }) => climate))
    expect(Number(await WAYS_TO_READ[at.way]!(at.server, at.planet))).toBeGreaterThanOrEqual(least)
  }

  test('reads and writes of several clients in any order: nobody reads what is over', async () => {
    const client = async (actions: readonly Action[]): Promise<void> => {
      for (const each of actions) {
        if (each.do === 'wait') await setTimeout(each.milliseconds)
        else await (each.do === 'read' ? check(each) : change(each))
      }
    }
    const script = fc.array(action, { minLength: 5, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(script, script, script, async (...scripts) => {
        await Promise.all(scripts.map(client))
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  const isAnsweredWhileLocked = async (path: string): Promise<boolean> => {
    const answer = fetch(`${pair.servers[1].url}${FILM}/${path}`).then((response) => response.ok)
    return Promise.race([answer, setTimeout(5_000, false)])
  }

  const PLANET = `Planet(${IDS[0]!})`
  const climate = async (server: number): Promise<unknown> => (await json(server, PLANET))['climate']

  if (database === 'PostgreSQL') {
    test('what one has acknowledged the other tells at once, and nobody who asks both goes back in time', async () => {
      const before = last
      let isDone = false
      const read = async (): Promise<void> => {
        let newest = 0
        for (let turn = 0; !isDone; turn++) {
          const found = Number(await climate(turn % 2))
          expect(found).toBeGreaterThanOrEqual(newest)
          newest = found
        }
      }
      const write = async (): Promise<void> => {
        for (let count = 0; count < 150; count++) {
          await change({ server: count % 2, planet: 0, way: count % 5 === 0 ? STRANGER : 0 })
          await check({ server: (count + 1) % 2, planet: 0, way: 0 })
        }
      }
      await Promise.all([
        write().finally(() => {
          isDone = true
        }),
        read(),
        read(),
      ])
      expect(last - before).toBe(150)
    })

    test('an answer from memory needs no table, and survives changes to others', async () => {
      await setTimeout(LAG_MS) // what was written before has been heard of
      await climate(1)
      await pair.execute('UPDATE saga_Species SET name = name; UPDATE saga_Film SET title = title')
      await setTimeout(LAG_MS)
      const locked = await pair.holding('LOCK TABLE saga_Planet IN ACCESS EXCLUSIVE MODE', () =>
        Promise.all([isAnsweredWhileLocked(PLANET), isAnsweredWhileLocked('Planet?$top=1')]),
      )
      expect(locked).toEqual([true, false])
    })

    test.each([
      ['TRUNCATE', `TRUNCATE saga_Species2People`],
      [
        'COPY, by a superuser who switches triggers off',
        `SET session_replication_role = replica; DELETE FROM saga_Vehicle2Pilot`,
      ],
    ])('%s counts', async (_, sql) => {
      const paths = ['Species2People?$count=true&$top=0', 'Vehicle2Pilot?$count=true&$top=0']
      const counts = async (): Promise<number> => {
        const answers = await Promise.all(paths.map((path) => json(1, path)))
        return answers.reduce((sum, answer) => sum + Number(answer['@odata.count']), 0)
      }
      const before = await counts()
      expect(await counts()).toBe(before)
      await pair.execute(sql)
      await setTimeout(LAG_MS)
      expect(await counts()).toBeLessThan(before)
    })

    test('who stops hearing stops answering from memory, and goes on when it hears again', async () => {
      await climate(1)
      await climate(1)
      await pair.execute(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'saga cache'`)
      await pair.execute(`UPDATE saga_Planet SET climate = 'deaf' WHERE ID = '${IDS[0]!}'`)
      await setTimeout(LAG_MS)
      expect([await climate(0), await climate(1)]).toEqual(['deaf', 'deaf'])
      const isBack = () => pair.servers[1].output().includes('listening for changes again')
      while (!isBack()) await setTimeout(20)
      await climate(1)
      const isKept = await pair.holding('LOCK TABLE saga_Planet IN ACCESS EXCLUSIVE MODE', () =>
        isAnsweredWhileLocked(PLANET),
      )
      expect(isKept).toBe(true)
      await write(0, 'PATCH', PLANET, { climate: 'heard' })
      await setTimeout(LAG_MS)
      expect(await climate(1)).toBe('heard')
    })

    test('a line that is dead without a word is not believed', async () => {
      await climate(1)
      await climate(1)
      pair.cable!.clog()
      await write(0, 'PATCH', PLANET, { climate: 'silent' })
      await setTimeout(LAG_MS)
      // The service waits for the database, as long as it is set to.
      const answer = await Promise.race([fetch(`${pair.servers[1].url}${FILM}/${PLANET}`), setTimeout(1_000)])
      expect(answer).toBeUndefined()
      await pair.cable!.cut()
      await pair.cable!.mend()
      await write(1, 'PATCH', PLANET, { climate: 'mended' })
      expect([await climate(0), await climate(1)]).toEqual(['mended', 'mended'])
    })
  }
})
