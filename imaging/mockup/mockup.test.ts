import { describe, expect, test } from 'vitest'
import { type Look, looks, poses } from '../../contract/rules/look'
import { lightOnCase } from './light'
import { mockup } from './mockup'
import { inverse, multiply, poseCase, project } from './pose'
import { type CaseMask, caseDistances } from './regions'
import { warp } from './warp'

const pxPerMm = 4
const size = { widthMm: 40, heightMm: 80 }

/** A case of 40 × 80 mm: covered for 2 mm around, with a camera of 10 × 10 mm at the top left. */
function caseMask(): CaseMask {
  const [width, height] = [size.widthMm * pxPerMm, size.heightMm * pxPerMm]
  const data = new Uint8Array(width * height)
  const within = (x: number, y: number, left: number, top: number, right: number, bottom: number) =>
    x >= left * pxPerMm && x < right * pxPerMm && y >= top * pxPerMm && y < bottom * pxPerMm
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isShown = within(x, y, 2, 2, 38, 78) && !within(x, y, 6, 6, 16, 16)
      data[y * width + x] = isShown ? 255 : 0
    }
  }
  return { width, height, data }
}

const mask = caseMask()
const lights = new Map(looks.map((look) => [look, lightOnCase(mask, { look, pxPerMm }).data]))

/** How bright a grey px becomes at a place in mm. */
function brightness(look: Look, x: number, y: number, below = 128): number {
  const data = lights.get(look)
  if (!data) throw new Error(`no light for ${look}`)
  const at = (Math.round(y * pxPerMm) * mask.width + Math.round(x * pxPerMm)) * 4
  const alpha = (data[at + 3] as number) / 255
  return below * (1 - alpha) + (data[at] as number) * alpha
}

describe('the regions of a case', () => {
  test('the camera is no edge of the case, and what lies around the case is no camera', () => {
    const { edge, camera, inside } = caseDistances(mask, 100)
    const at = (x: number, y: number) => y * pxPerMm * mask.width + x * pxPerMm
    expect((edge[at(20, 40)] as number) / pxPerMm).toBeCloseTo(18, 0)
    expect((edge[at(20, 10)] as number) / pxPerMm).toBeCloseTo(8, 0)
    expect((camera[at(20, 10)] as number) / pxPerMm).toBeCloseTo(4, 0)
    expect([inside[at(1, 1)], inside[at(10, 10)], inside[at(20, 40)]]).toEqual([0, 255, 255])
  })
  test('the empty surroundings of a body are no part of the case, and a case without a body ends at the picture', () => {
    const width = 40
    const maskOf = (shownAt: (x: number, y: number) => number): CaseMask => {
      const data = new Uint8Array(width * width)
      for (let y = 0; y < width; y++) for (let x = 0; x < width; x++) data[y * width + x] = shownAt(x, y)
      return { width, height: width, data }
    }
    const at = (x: number, y: number) => y * width + x
    /** A body of 2 px with an antialiased outer edge, around a design of 30 px; the picture is empty all around. */
    const bodyAt = (x: number, y: number) => {
      const far = Math.max(Math.abs(x - 19.5), Math.abs(y - 19.5))
      return far < 15 || far > 18 ? 255 : far > 17 ? 100 : 0
    }
    const { inside, edge } = caseDistances(maskOf(bodyAt), 20)
    expect([inside[at(1, 1)], inside[at(20, 1)], inside[at(2, 20)], inside[at(4, 20)], inside[at(20, 20)]]).toEqual([
      0, 0, 155, 255, 255,
    ])
    expect(edge[at(1, 1)]).toBeLessThan(0)
    const plain = caseDistances(
      maskOf((x, y) => (x > 4 && x < 12 && y > 4 && y < 12 ? 0 : 255)),
      20,
    )
    expect([plain.inside[at(0, 0)], plain.inside[at(8, 8)]]).toEqual([255, 255])
  })
  test('a line around the case, where the pictures over and under it end, is no part of the case', () => {
    const width = 24
    const data = new Uint8Array(width * width)
    const put = (x: number, y: number, value: number) => {
      data[y * width + x] = value
    }
    // The case, its antialiased edge, a covering frame around it, and the soft outer edge of the frame.
    for (let y = 8; y < 16; y++) for (let x = 8; x < 16; x++) put(x, y, 255)
    for (let x = 8; x < 16; x++) put(x, 7, 120)
    for (let x = 2; x < 22; x++) put(x, 2, 64)
    const { edge, inside } = caseDistances({ width, height: width, data }, 20)
    const at = (x: number, y: number) => y * width + x
    expect([inside[at(10, 2)], inside[at(10, 7)], inside[at(10, 10)]]).toEqual([0, 120, 255])
    expect(edge[at(10, 2)]).toBeLessThan(0)
  })
  test('a case without a border ends at the edge of its picture', () => {
    const data = new Uint8Array(100).fill(255)
    const { edge, inside } = caseDistances({ width: 10, height: 10, data }, 20)
    expect(edge[5 * 10]).toBeCloseTo(0.5, 1)
    expect(inside.every((value) => value === 255)).toBe(true)
  })
})

describe('the light on a case', () => {
  test.each(looks)('there is no light where the design does not show (%s)', (look) => {
    const mask = caseMask()
    const { data } = lightOnCase(mask, { look, pxPerMm })
    for (let at = 0; at < mask.data.length; at++) if (mask.data[at] === 0) expect(data[at * 4 + 3]).toBe(0)
  })
  test.each(looks)('the edge towards the light is brighter than the one away from it (%s)', (look) => {
    expect(brightness(look, 20, 2.6)).toBeGreaterThan(brightness(look, 20, 77.4) + 15)
    expect(brightness(look, 2.6, 60)).toBeGreaterThan(brightness(look, 37.4, 60) + 10)
  })
  test.each(looks)('the camera casts a shadow away from the light (%s)', (look) => {
    expect(brightness(look, 16.8, 16.8)).toBeLessThan(brightness(look, 26, 26) - 15)
  })
  test('the middle of a clear case shows the design nearly as it is, a mirror does not', () => {
    expect(Math.abs(brightness('clear', 30, 60) - 128)).toBeLessThan(8)
    expect(brightness('mirror', 25, 8)).toBeGreaterThan(140)
  })
  test('glossy and clear backs reflect the edge of a soft box', () => {
    /** The largest change of the light within 1 mm across the flat back. */
    const steepest = (look: Look) =>
      Math.max(...Array.from({ length: 27 }, (_, x) => Math.abs(brightness(look, 7 + x, 24) - brightness(look, 6 + x, 24))))
    expect(steepest('glossy')).toBeGreaterThan(6)
    expect(steepest('clear')).toBeGreaterThan(3)
  })
  test('frosted and leather surfaces are rough, glossy ones are not', () => {
    /** Mean difference of neighbouring px in the middle, where the broad light hardly changes. */
    const roughness = (look: Look) => {
      const row = Array.from({ length: 81 }, (_, x) => brightness(look, 12 + x / pxPerMm, 60))
      return row.slice(1).reduce((sum, value, at) => sum + Math.abs(value - (row[at] ?? 0)), 0) / 80
    }
    const rough = { glossy: roughness('glossy'), frosted: roughness('frosted'), leather: roughness('leather') }
    expect(rough.frosted).toBeGreaterThan(rough.glossy + 0.5)
    expect(rough.leather).toBeGreaterThan(rough.frosted + 2)
  })
  test('the same case has the same light every time', () => {
    const [a, b] = [1, 2].map(() => lightOnCase(caseMask(), { look: 'leather', pxPerMm }).data)
    expect(a).toEqual(b)
  })
})

describe('the poses of a case', () => {
  const picture = { width: 300, height: 400 }
  /** A front picture whose only opaque px are a dot of 1 mm around a place. */
  function dotAt(x: number, y: number) {
    const [width, height] = [size.widthMm * 8, size.heightMm * 8]
    const data = new Uint8ClampedArray(width * height * 4)
    for (let dy = -4; dy < 4; dy++) {
      for (let dx = -4; dx < 4; dx++)
        data.fill(255, ((y * 8 + dy) * width + x * 8 + dx) * 4, ((y * 8 + dy) * width + x * 8 + dx) * 4 + 4)
    }
    return { width, height, data }
  }
  test.each(poses)('points of the print lie within 0.3 mm of where the pose has them (%s)', (pose) => {
    const { toPicture } = poseCase(size, pose, picture)
    for (const [x, y] of [
      [3, 3],
      [37, 3],
      [20, 40],
      [5, 70],
      [36, 77],
    ] as const) {
      const front = dotAt(x, y)
      const drawn = warp(front, multiply(toPicture, [1 / 8, 0, 0, 0, 1 / 8, 0, 0, 0, 1]), picture)
      let [sum, atX, atY] = [0, 0, 0]
      for (let row = 0; row < picture.height; row++) {
        for (let column = 0; column < picture.width; column++) {
          const alpha = drawn.data[(row * picture.width + column) * 4 + 3] as number
          sum += alpha
          atX += alpha * (column + 0.5)
          atY += alpha * (row + 0.5)
        }
      }
      const back = project(inverse(toPicture), { x: atX / sum, y: atY / sum })
      expect(Math.hypot(back.x - x, back.y - y)).toBeLessThan(0.3)
    }
  })
  test.each(poses)('the whole case lies in the picture (%s)', (pose) => {
    const { toPicture } = poseCase(size, pose, picture)
    for (const [x, y] of [
      [0, 0],
      [size.widthMm, 0],
      [0, size.heightMm],
      [size.widthMm, size.heightMm],
    ] as const) {
      const at = project(toPicture, { x, y })
      expect(at.x).toBeGreaterThan(10)
      expect(at.x).toBeLessThan(picture.width - 10)
      expect(at.y).toBeGreaterThan(10)
      expect(at.y).toBeLessThan(picture.height - 10)
    }
  })
  test('a turned case shows its left side nearer', () => {
    const { toPicture } = poseCase(size, 'turned', picture)
    const at = (x: number, y: number) => project(toPicture, { x, y })
    const heights = [0, size.widthMm].map((x) => at(x, size.heightMm).y - at(x, 0).y)
    expect((heights[0] as number) - (heights[1] as number)).toBeGreaterThan(3)
  })
  /** A grey case without cameras, with a red dot of 2 mm around a place. */
  function grayCase(dot?: { readonly x: number; readonly y: number }) {
    const [width, height] = [size.widthMm * 8, size.heightMm * 8]
    const data = new Uint8ClampedArray(width * height * 4)
    for (let at = 0; at < width * height; at++) data.set([128, 128, 128, 255], at * 4)
    if (dot) {
      for (let dy = -8; dy < 8; dy++) {
        for (let dx = -8; dx < 8; dx++) data.set([255, 0, 0, 255], ((dot.y * 8 + dy) * width + dot.x * 8 + dx) * 4)
      }
    }
    return { width, height, data }
  }
  /**
   * Where the print lies by the optics of the pose alone: leaned back about its level middle, turned about its upright one, seen
   * from 4.2 heights away, and moved down by a share of the margin.
   */
  function expectedPlace(
    x: number,
    y: number,
    { yaw, pitch, free, down }: Readonly<Record<'yaw' | 'pitch' | 'free' | 'down', number>>,
  ) {
    const [turn, lean] = [(yaw * Math.PI) / 180, (pitch * Math.PI) / 180]
    const seen = (atX: number, atY: number) => {
      const [fromX, fromY] = [atX - size.widthMm / 2, atY - size.heightMm / 2]
      const behind = fromY * Math.sin(lean)
      const nearer = 1 + (fromX * Math.sin(turn) - behind * Math.cos(turn)) / (4.2 * size.heightMm)
      return { x: (fromX * Math.cos(turn) + behind * Math.sin(turn)) / nearer, y: (fromY * Math.cos(lean)) / nearer }
    }
    const corners = [seen(0, 0), seen(size.widthMm, 0), seen(0, size.heightMm), seen(size.widthMm, size.heightMm)]
    const span = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const
    const [left, right] = span(corners.map((corner) => corner.x))
    const [top, bottom] = span(corners.map((corner) => corner.y))
    const scale = (picture.height * (1 - 2 * free)) / (bottom - top)
    const at = seen(x, y)
    const pixels = {
      x: (at.x - (left + right) / 2) * scale + picture.width / 2,
      y: (at.y - (top + bottom) / 2) * scale + picture.height * (0.5 + free * down),
    }
    return { ...pixels, scale }
  }
  test.each([
    ['front', { yaw: 0, pitch: 0, free: 0.06, down: 0 }],
    ['turned', { yaw: 12, pitch: 0, free: 0.07, down: 0 }],
    ['standing', { yaw: -12, pitch: 4, free: 0.1, down: 0.2 }],
  ] as const)('in a finished picture the print lies within 0.3 mm of its place (%s)', (pose, optics) => {
    for (const [x, y] of [
      [5, 6],
      [35, 10],
      [20, 40],
      [34, 72],
    ] as const) {
      const drawn = mockup({ front: grayCase({ x, y }), ...size, pose, picture })
      let [sum, atX, atY] = [0, 0, 0]
      for (let at = 0; at < drawn.data.length / 4; at++) {
        const red = Math.max(0, (drawn.data[at * 4] as number) - (drawn.data[at * 4 + 1] as number) - 8)
        sum += red
        atX += red * ((at % picture.width) + 0.5)
        atY += red * (Math.floor(at / picture.width) + 0.5)
      }
      const expected = expectedPlace(x, y, optics)
      expect(Math.hypot(atX / sum - expected.x, atY / sum - expected.y) / expected.scale).toBeLessThan(0.3)
    }
  })
  test.each(poses)('a case casts a shadow on its ground (%s)', (pose) => {
    const { data } = mockup({ front: grayCase(), ...size, pose, picture })
    const isCase = (at: number) => Math.abs((data[at * 4] as number) - 128) < 4 && data[at * 4] === data[at * 4 + 2]
    const middle = picture.width / 2
    let foot = picture.height - 1
    while (!isCase(foot * picture.width + middle)) foot--
    const [below, beside] = [(foot + 4) * picture.width + middle, (foot + 4) * picture.width + 4]
    expect(data[below * 4] as number).toBeLessThan((data[beside * 4] as number) - 6)
  })
  test.each([
    ['front', 0],
    ['turned', -1],
    ['standing', 1],
  ] as const)('a case shows the side that its turn brings forward, darker than its edge (%s)', (pose, towards) => {
    const { data } = mockup({ front: grayCase(), ...size, pose, picture })
    const { toPicture } = poseCase(size, pose, picture)
    const beside = project(toPicture, { x: towards > 0 ? size.widthMm : 0, y: size.heightMm / 2 })
    const greyAt = (dx: number) => data[(Math.round(beside.y) * picture.width + Math.round(beside.x + dx)) * 4] as number
    // Half the width of the visible side, px: a case is 10.2 mm thick, and a turn of 12° shows sin 12° of that.
    const half = (10.2 * Math.sin((12 * Math.PI) / 180) * 4) / 2
    if (towards === 0) return expect(greyAt(-4)).toBeGreaterThan(190)
    expect(greyAt(towards * half)).toBeLessThan(112)
    expect(greyAt(towards * half)).toBeGreaterThan(60)
    expect(greyAt(-towards * 6)).toBe(128)
  })
  test('the grain of a face makes no stripes across its side', () => {
    const front = grayCase()
    for (let at = 0; at < front.width * front.height; at++) {
      const grey = Math.floor(at / front.width / 4) % 2 === 0 ? 90 : 170
      front.data.set([grey, grey, grey], at * 4)
    }
    const large = { width: 900, height: 1200 }
    const { data } = mockup({ front, ...size, pose: 'turned', picture: large })
    const { toPicture } = poseCase(size, 'turned', large)
    const edge = project(toPicture, { x: 0, y: size.heightMm / 2 })
    const spread = (x: number) => {
      const column = Array.from({ length: 60 }, (_, y) => data[((Math.round(edge.y) + y) * large.width + x) * 4] as number)
      return Math.max(...column) - Math.min(...column)
    }
    expect(spread(Math.round(edge.x) + 12)).toBeGreaterThan(50)
    expect(spread(Math.round(edge.x) - 8)).toBeLessThan(12)
  })
  test.each(poses)('a mockup is opaque, with the case in its middle (%s)', (pose) => {
    const mask = caseMask()
    const front = { width: mask.width, height: mask.height, data: new Uint8ClampedArray(mask.data.length * 4) }
    for (let at = 0; at < mask.data.length; at++) if (mask.data[at]) front.data.set([200, 30, 30, 255], at * 4)
    const { data, width, height } = mockup({ front, ...size, pose, picture: { width: 300, height: 400 } })
    expect([width, height]).toEqual([300, 400])
    for (let at = 3; at < data.length; at += 4) expect(data[at]).toBe(255)
    const centre = (200 * width + 150) * 4
    expect([...data.slice(centre, centre + 3)]).toEqual([200, 30, 30])
  })
})
