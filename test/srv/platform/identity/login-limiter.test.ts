import { LocalLoginLimiter } from '../../../../srv/platform/identity/login-limiter.ts'

let now = 0
const create = (): LocalLoginLimiter => new LocalLoginLimiter(() => now)
const times = (count: number, act: (n: number) => number): number[] => [...Array(count).keys()].map(act)

beforeEach(() => {
  now = 0
})

test('a user has ten attempts a minute from one network', () => {
  const limiter = create()
  expect(times(11, () => limiter.begin('net', 'leia'))).toEqual([...Array<number>(10).fill(0), 60])
  expect(limiter.begin('net', 'luke')).toBe(0)
  expect(limiter.begin('other', 'leia')).toBe(0)
})

test('a network has fifty attempts a minute, whoever it tries', () => {
  const limiter = create()
  expect(times(51, (n) => limiter.begin('net', String(n)))).toEqual([...Array<number>(50).fill(0), 60])
})

test('the wait gets shorter, and ends after a minute', () => {
  const limiter = create()
  times(10, () => limiter.begin('net', 'leia'))
  now = 45_500
  expect(limiter.begin('net', 'leia')).toBe(15)
  now = 60_000
  expect(limiter.begin('net', 'leia')).toBe(0)
})

test('attempts that succeed do not count', () => {
  const limiter = create()
  const waits = times(200, () => {
    const wait = limiter.begin('net', 'leia')
    limiter.succeed('net', 'leia')
    return wait
  })
  expect(new Set(waits)).toEqual(new Set([0]))
})

test('a success does not give back what failed before it', () => {
  const limiter = create()
  times(9, () => limiter.begin('net', 'leia'))
  limiter.begin('net', 'leia')
  limiter.succeed('net', 'leia')
  expect(times(2, () => limiter.begin('net', 'leia'))).toEqual([0, 60])
})

test('an attempt that came to nothing is taken back', () => {
  const limiter = create()
  times(200, () => {
    const wait = limiter.begin('net', 'leia')
    limiter.withdraw('net', 'leia')
    return wait
  })
  expect(limiter.begin('net', 'leia')).toBe(0)
})

test('names that somebody makes up push no network out', () => {
  const limiter = create()
  times(51, (n) => limiter.begin('net', String(n)))
  for (let network = 0; network < 400; network++) times(50, (n) => limiter.begin(`net ${network}`, String(n)))
  expect(limiter.begin('net', 'leia')).toBe(60)
})
