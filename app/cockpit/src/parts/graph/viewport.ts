import type { Point, Size } from './place-graph.ts'

/** Which part of a picture is seen: a point of the picture is drawn at `scale · point + offset`. */
export interface Viewport extends Point {
  readonly scale: number
}

const [LEAST, MOST] = [0.1, 3]
/** Smaller, texts could not be read; then only a part is seen at first. */
const LEAST_AT_FIRST = 0.6
const STEP = 60

/** The whole picture in the middle, never larger than life. A picture that is too large is seen around `focus`. */
export const fitInto = (picture: Size, window: Size, focus?: Point): Viewport => {
  if (picture.width === 0 || picture.height === 0) return { x: 0, y: 0, scale: 1 }
  const whole = Math.min(1, window.width / picture.width, window.height / picture.height)
  const scale = focus ? Math.max(whole, LEAST_AT_FIRST) : Math.max(whole, LEAST)
  const offset = (size: number, room: number, at: number | undefined): number => {
    const rest = room - size * scale
    if (rest >= 0 || at === undefined) return rest / 2
    return Math.min(0, Math.max(rest, room / 2 - at * scale))
  }
  return {
    x: offset(picture.width, window.width, focus?.x),
    y: offset(picture.height, window.height, focus?.y),
    scale,
  }
}

/** A part of a picture for an address: what is in the middle of the window, and the scale; windows of other sizes show the same. */
export const writeViewport = ({ x, y, scale }: Viewport, window: Size): string => {
  const middle = [(window.width / 2 - x) / scale, (window.height / 2 - y) / scale].map(Math.round)
  return [...middle, Math.round(100 * scale) / 100].join()
}

/** @returns undefined for a text that is no such part. */
export const readViewport = (text: string, window: Size): Viewport | undefined => {
  const [x = NaN, y = NaN, asked = NaN, ...others] = text.split(',').map(Number)
  if (others.length > 0 || ![x, y, asked].every(Number.isFinite)) return undefined
  const scale = Math.min(MOST, Math.max(LEAST, asked))
  return { x: window.width / 2 - x * scale, y: window.height / 2 - y * scale, scale }
}

/** Larger or smaller by a factor, around a point of the window. */
export const zoom = (viewport: Viewport, factor: number, at: Point): Viewport => {
  const scale = Math.min(MOST, Math.max(LEAST, viewport.scale * factor))
  const change = scale / viewport.scale
  return { scale, x: at.x - (at.x - viewport.x) * change, y: at.y - (at.y - viewport.y) * change }
}

export const pan = (viewport: Viewport, by: Point): Viewport => ({
  ...viewport,
  x: viewport.x + by.x,
  y: viewport.y + by.y,
})

/** What two fingers do that were at two points and are at two others now: what was between them stays between them. */
export const pinch = (
  viewport: Viewport,
  [a, b]: readonly [Point, Point],
  [c, d]: readonly [Point, Point],
): Viewport => {
  const apart = (one: Point, other: Point): number => Math.max(1, Math.hypot(one.x - other.x, one.y - other.y))
  const between = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })
  const [before, after] = [between(a, b), between(c, d)]
  return pan(zoom(viewport, apart(c, d) / apart(a, b), before), { x: after.x - before.x, y: after.y - before.y })
}

/** Moves just so far that a part of the picture is seen. */
export const reveal = (viewport: Viewport, part: Point & Size, window: Size): Viewport => {
  const move = (start: number, size: number, offset: number, room: number): number => {
    const from = start * viewport.scale + offset
    const to = from + size * viewport.scale
    if (from < 0) return -from
    return to > room ? Math.max(room - to, -from) : 0
  }
  return pan(viewport, {
    x: move(part.x, part.width, viewport.x, window.width),
    y: move(part.y, part.height, viewport.y, window.height),
  })
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Where a key of an arrow points; undefined for other keys. */
export const directionOf = (key: string): Point | undefined => DIRECTIONS[key]

/** What a key does with the picture; undefined for those that do nothing. */
export const moveByKey = (key: string, viewport: Viewport, window: Size): Viewport | undefined => {
  const direction = directionOf(key)
  if (direction) return pan(viewport, { x: -STEP * direction.x, y: -STEP * direction.y })
  const middle = { x: window.width / 2, y: window.height / 2 }
  switch (key) {
    case '+':
    case '=':
      return zoom(viewport, 1.25, middle)
    case '-':
      return zoom(viewport, 0.8, middle)
    default:
      return undefined
  }
}
