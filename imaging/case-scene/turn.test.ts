import { describe, expect, test } from 'vitest'
import { afterKey, draggedBy, firstTurn, turnedBy, zoomedBy } from './turn'

describe('turning a case', () => {
  test('a drag across the whole picture turns by half a round, wherever it began', () => {
    expect(draggedBy(firstTurn, 400, 0, 400).yaw - firstTurn.yaw).toBeCloseTo(180)
    const inParts = draggedBy(draggedBy(firstTurn, 100, 0, 400), 300, 0, 400)
    expect(inParts.yaw - firstTurn.yaw).toBeCloseTo(180)
  })
  test('turning a case goes round without end, but never over the top', () => {
    expect(turnedBy(firstTurn, 1000, 0).yaw).toBe(firstTurn.yaw + 1000)
    expect(turnedBy(firstTurn, 0, 1000).pitch).toBe(80)
    expect(turnedBy(firstTurn, 0, -1000).pitch).toBe(-80)
  })
  test('zooms within limits', () => {
    expect(zoomedBy(firstTurn, 2).zoom).toBe(2)
    expect(zoomedBy(firstTurn, 100).zoom).toBe(4)
    expect(zoomedBy(firstTurn, 0.01).zoom).toBe(0.7)
  })
  test('keys undo each other, and the key 0 begins anew', () => {
    for (const [key, back] of [
      ['ArrowLeft', 'ArrowRight'],
      ['ArrowUp', 'ArrowDown'],
      ['+', '-'],
    ] as const) {
      const once = afterKey(firstTurn, key)
      expect(once).not.toEqual(firstTurn)
      const again = once && afterKey(once, back)
      expect(again?.yaw).toBeCloseTo(firstTurn.yaw)
      expect(again?.pitch).toBeCloseTo(firstTurn.pitch)
      expect(again?.zoom).toBeCloseTo(firstTurn.zoom)
      expect(once && afterKey(once, '0')).toEqual(firstTurn)
    }
    expect(afterKey(firstTurn, 'a')).toBeNull()
  })
})
