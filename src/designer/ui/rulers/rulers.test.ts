import { describe, expect, test } from 'vitest'
import { setGuide } from '../../../../design/commands/guides'
import { collectSnapTargets, snapMove } from '../../../../design/rules/guides'
import { docOf, image } from '../../../../design/test/make'
import { rulerTicks } from './ruler-ticks'
import { readViewSettings, snapLines, storeViewSettings } from './view-settings'

describe('rulers, guides and grid', () => {
  test('long marks have round numbers and keep their distance at every zoom', () => {
    for (const zoom of [0.05, 0.1, 0.33, 0.5, 1, 2.5, 16]) {
      const ticks = rulerTicks(100, zoom, 800)
      const long = ticks.filter(({ label }) => label !== null)
      expect(long.length).toBeGreaterThan(2)
      for (const [i, tick] of long.entries()) {
        const next = long[i + 1]
        if (next) expect(next.at - tick.at).toBeGreaterThanOrEqual(48)
        expect(tick.at).toBeCloseTo(100 + Number(tick.label) * zoom)
      }
      expect(long.map(({ label }) => label)).toContain('0')
    }
  })

  test('a guide is added, moved, removed, and stays on the canvas', () => {
    const run = (doc: ReturnType<typeof docOf>, args: Parameters<typeof setGuide.run>[1]) => {
      const outcome = setGuide.run(doc, args)
      if (!outcome.ok) throw new Error(outcome.message)
      return outcome.doc
    }
    const one = run(docOf(), { axis: 'x', from: null, to: 120.5 })
    expect(one.guides).toEqual({ x: [120.5], y: [] })
    expect(run(one, { axis: 'x', from: 120.5, to: 9000 }).guides.x).toEqual([500])
    expect(run(one, { axis: 'x', from: 120.5, to: null }).guides.x).toEqual([])
    expect(run(one, { axis: 'x', from: null, to: 120.5 })).toBe(one)
  })

  test('a dragged layer snaps to guides and to the grid only while they are shown', () => {
    const doc = { ...docOf(image('a')), guides: { x: [210], y: [] } }
    const all = { rulers: true, grid: true, gridSize: 25, snap: true, shade: false, millimetres: false }
    const snapped = (settings: typeof all) =>
      snapMove({ x: 112, y: 51, width: 100, height: 100 }, collectSnapTargets(doc, ['a'], snapLines(settings, doc)))
    expect(snapped(all)).toMatchObject({ dx: -2, dy: -1 })
    expect(snapped({ ...all, grid: false })).toMatchObject({ dx: -2, dy: 0 })
    expect(snapped({ ...all, rulers: false, grid: false })).toMatchObject({ dx: 0, dy: 0 })
  })

  test('settings are remembered per user, and broken ones are ignored', () => {
    const values = new Map<string, string>()
    const storage = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
    }
    const settings = { rulers: true, grid: true, gridSize: 20, snap: false, shade: true, millimetres: true }
    storeViewSettings('甲', settings, storage)
    expect(readViewSettings('甲', storage)).toEqual(settings)
    expect(readViewSettings('乙', storage)).toMatchObject({ rulers: false, snap: true })
    for (const key of values.keys()) values.set(key, '{"gridSize":-3,"snap":"no"}')
    expect(readViewSettings('甲', storage)).toEqual({
      rulers: false,
      grid: false,
      gridSize: 50,
      snap: true,
      shade: false,
      millimetres: false,
    })
  })
})
