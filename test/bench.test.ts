/** The benchmarks' own rules: how figures are judged, that every benchmark is described, and that every bar belongs to one. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { areas } from '../bench/areas.mjs'
import { barOf, bars, unmeasured } from '../bench/bars.mjs'
import { documentOf, figureLines } from '../bench/lib/document.mjs'
import { judge, leastOf, medianOf, percentileOf, scaled } from '../bench/lib/figures.mjs'

const judged = (ours: number, peer: number | undefined, bar: Parameters<typeof judge>[1]) =>
  judge({ name: 'a: b', ours, peer, unit: 'ms' }, bar).verdict

describe('a figure', () => {
  test('a figure meets its bar up to the limit, and has no verdict without one', () => {
    expect([judged(70, 100, { ratio: 0.7 }), judged(71, 100, { ratio: 0.7 })]).toEqual(['met', 'missed'])
    expect([judged(50, undefined, { most: 50, unit: 'ms' }), judged(51, undefined, { most: 50, unit: 'ms' })]).toEqual([
      'met',
      'missed',
    ])
    expect([judged(50, undefined, { least: 50, unit: 'ms' }), judged(49, undefined, { least: 50, unit: 'ms' })]).toEqual([
      'met',
      'missed',
    ])
    expect(judged(1, 2, null)).toBe('shown only')
  })

  test('a bar of another unit, or of a ratio without a peer, is an error', () => {
    expect(() => judged(1, undefined, { most: 50, unit: 'MB' })).toThrow('the bar is in MB, the figure in ms')
    expect(() => judged(1, undefined, { ratio: 1 })).toThrow('needs a peer')
  })

  test('the ratio is that of both values, its spread that of the pairs of runs', () => {
    const figure = judge({ name: 'a: b', ours: medianOf([10, 30, 20]), peer: leastOf([20, 10, 40]), unit: 'ms' }, null)
    expect(figure).toMatchObject({
      ours: 20,
      oursSpread: [10, 30],
      peer: 10,
      peerSpread: [10, 40],
      ratio: 2,
      ratioSpread: [0.5, 3],
    })
    expect(figure.runs).toBe(3)
  })

  test('a percentile is over all runs, its spread over the single runs', () => {
    const fast = Array.from({ length: 99 }, () => 1)
    expect(percentileOf([fast, [...fast, 7]], 0.99)).toMatchObject({ value: 1, low: 1, high: 7 })
    expect(scaled(medianOf([10, 20, 30]), 10)).toEqual({ value: 2, low: 1, high: 3, values: [1, 2, 3] })
  })

  test('a figure is shown with its spread, its bar and its verdict', () => {
    const figure = judge({ name: 'a: b', ours: medianOf([1, 3, 2]), unit: 'ms', note: 'warm' }, { most: 5, unit: 'ms' })
    expect(figureLines(figure)).toBe('a: b\n    ours 2 ms (1–3) · bar ≤ 5 ms · 3 runs · warm · met')
  })
})

describe('bars', () => {
  test('a bar is found by its name, or by the beginning of it', () => {
    expect(barOf('psd: 63 layers of a 108 MB file to PNGs')).toEqual({ ratio: 0.6 })
    expect(barOf('list: a page of 50 of 1000 orders, filter held, p50')).toEqual({ ratio: 3 })
    expect(barOf('psd: longest task of bare ag-psd')).toBeNull()
  })

  test('a bar whose figure was not printed is not measured', () => {
    const all = unmeasured('glyphs', [])
    expect(all.map(([name]) => name)).toEqual(['glyphs: first text of 61 characters from a large Chinese font'])
    expect(
      unmeasured(
        'glyphs',
        all.map(([name]) => name),
      ),
    ).toEqual([])
  })

  test('every benchmark is described, and every bar belongs to a described area', () => {
    const files = readdirSync(join(import.meta.dirname, '../bench')).filter((file) => file.endsWith('.bench.mjs'))
    const names = Object.keys(areas)
    expect(files.map((file) => file.replace('.bench.mjs', '')).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(bars).filter((key) => !names.includes(key.split(': ')[0] ?? ''))).toEqual([])
  })
})

test('the document has a table for each area, and says what was missed, not measured and stopped', () => {
  const missed = judge({ name: 'psd: a', ours: 3, peer: 2, unit: 'ms' }, { ratio: 1 })
  const text = documentOf({
    areas,
    results: [
      {
        bench: 'psd',
        figures: [missed],
        missing: [['psd: b', { most: 5, unit: 'MB' }]],
        problem: 'it was stopped after 180 s',
        ms: 180_000,
      },
    ],
    machine: [['Cores', '2']],
    date: new Date('2026-01-02T03:04:05Z'),
    loads: [0.5, 1],
    versionOf: (name: string) => `${name} 1.2.3`,
  })
  for (const part of [
    'Measured on 2026-01-02 ',
    '0 met, 1 missed, 1 not measured, 0 shown only',
    '| Cores | 2 |',
    '- psd: a: 1.5, bar ≤ 1×',
    '## PSD import',
    'Peers: ag-psd 1.2.3, psd-parser 1.2.3.',
    'Repeat: `npm run bench -- psd`. It did not come to its end after 180 s: it was stopped after 180 s.',
    '| a | 3 ms | 2 ms | 1.5 | ≤ 1× | 1 | **missed** |',
    '| b | – | – | – | ≤ 5 MB | – | **not measured** |',
  ]) {
    expect(text).toContain(part)
  }
})
