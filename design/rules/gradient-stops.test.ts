import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxStops, stopAt, withoutStop, withStop, withStopAt } from './gradient-stops'

const black = { at: 0, color: '#000000', opacity: 1 }
const white = { at: 1, color: '#ffffff', opacity: 0.5 }

test('a stop that is added has the colour and opacity of its place', () => {
  expect(withStop([black, white], 0.5)).toEqual({ stops: [black, { at: 0.5, color: '#808080', opacity: 0.75 }, white], index: 1 })
  expect(stopAt([{ ...black, at: 0.4 }, white], 0.1)).toEqual({ at: 0.1, color: '#000000', opacity: 1 })
  expect(stopAt([black, { ...white, at: 0.6 }], 0.9)).toEqual({ at: 0.9, color: '#ffffff', opacity: 0.5 })
  expect(
    stopAt(
      [
        { ...black, color: '#f00' },
        { ...white, color: '#00f' },
      ],
      0.5,
    ).color,
  ).toBe('#800080')
})

test('a stop is moved no farther than its neighbours', () => {
  const middle = { at: 0.5, color: '#ff0000', opacity: 1 }
  expect(withStopAt([black, middle, white], 1, 2)[1]?.at).toBe(1)
  expect(withStopAt([black, middle, white], 0, 0.9)[0]?.at).toBe(0.5)
})

test('two stops remain, and no more than twelve are added', () => {
  expect(withoutStop([black, white], 0)).toBeNull()
  let stops: readonly (typeof black)[] = [black, white]
  for (let added = 0; added < 20; added++) stops = withStop(stops, added / 20)?.stops ?? stops
  expect(stops).toHaveLength(maxStops)
})

test('after any changes the stops are in order and between 0 and 1', () => {
  const change = fc.tuple(fc.constantFrom('add', 'move', 'remove'), fc.nat(11), fc.double({ min: -1, max: 2, noNaN: true }))
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      let stops: readonly (typeof black)[] = [black, white]
      for (const [kind, index, at] of changes) {
        const i = index % stops.length
        if (kind === 'add') stops = withStop(stops, at)?.stops ?? stops
        else if (kind === 'move') stops = withStopAt(stops, i, at)
        else stops = withoutStop(stops, i) ?? stops
      }
      expect(stops.length).toBeGreaterThanOrEqual(2)
      stops.forEach((stop, i) => {
        expect(stop.at).toBeGreaterThanOrEqual(stops[i - 1]?.at ?? 0)
        expect(stop.at).toBeLessThanOrEqual(1)
      })
    }),
  )
})
