import { describe, expect, test } from 'vitest'
import { docOf, image, text } from '../test/make'
import { cropLayer, setAppearance } from './layer-appearance'

const shadow = {
  kind: 'dropShadow',
  color: '#000000',
  opacity: 0.5,
  blend: 'multiply',
  angle: 90,
  distance: 4,
  size: 6,
  spread: 0,
} as const
const appearancesOf = (outcome: ReturnType<typeof setAppearance.run>) => {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.doc.layers.map(({ appearance }) => appearance)
}

describe('the appearance of layers', () => {
  test('a change keeps the other fields, and what changes nothing is not stored', () => {
    const doc = docOf(image('a', { appearance: { opacity: 0.5, effects: [shadow] } }), text('t'))
    const set = (change: Parameters<typeof setAppearance.run>[1]['change']) =>
      appearancesOf(setAppearance.run(doc, { uuids: ['a', 't'], change }))
    expect(set(() => ({ blend: 'multiply' }))).toEqual([
      { opacity: 0.5, effects: [shadow], blend: 'multiply' },
      { blend: 'multiply' },
    ])
    expect(set(() => ({ opacity: 1, effects: [] }))).toEqual([null, null])
    expect(set(() => ({ effects: undefined, blur: 0 }))).toEqual([{ opacity: 0.5 }, null])
  })

  test('a locked layer keeps its appearance, and a background takes no mask', () => {
    const doc = docOf(image('bg', { isBackground: true }), image('locked', { locked: true }), image('free'))
    expect(appearancesOf(setAppearance.run(doc, { uuids: ['locked', 'free'], change: () => ({ opacity: 0.2 }) }))).toEqual([
      null,
      null,
      { opacity: 0.2 },
    ])
    expect(setAppearance.run(doc, { uuids: ['locked'], change: () => ({ opacity: 0.2 }) }).ok).toBe(false)
    expect(setAppearance.run(doc, { uuids: ['bg'], change: () => ({ mask: { kind: 'heart' } }) }).ok).toBe(false)
    expect(appearancesOf(setAppearance.run(doc, { uuids: ['bg'], change: () => ({ opacity: 0.3 }) }))[0]).toEqual({
      opacity: 0.3,
    })
  })

  test('a crop changes the part that is shown and the box together', () => {
    const doc = docOf(image('a', { left: 0, top: 0, width: 100, height: 100 }))
    const crop = { left: 100, top: 100, width: 200, height: 100, angle: 0 }
    const placement = { uuid: 'a', left: 25, top: 25, width: 50, height: 25, rotation: 0 }
    const cropped = cropLayer.run(doc, { uuid: 'a', crop, placement })
    expect(cropped.ok && cropped.doc.layers[0]).toMatchObject({ left: 25, top: 25, width: 50, height: 25, appearance: { crop } })
    if (!cropped.ok) return
    const whole = cropLayer.run(cropped.doc, { uuid: 'a', crop: null, placement: { ...placement, width: 100, height: 100 } })
    expect(whole.ok && whole.doc.layers[0]).toMatchObject({ width: 100, height: 100, appearance: null })
  })
})
