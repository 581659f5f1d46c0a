import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normaliseAngle } from '../../contract/rules/rounding'
import { pictureMatrix } from '../geometry/matrix'
import { fromNode, type NodePlacement, toNode } from './node-placement'

const length = fc.double({ min: 1, max: 5000, noNaN: true })
const offset = fc.double({ min: -5000, max: 5000, noNaN: true })
const layers = fc.record({
  left: offset,
  top: offset,
  width: length,
  height: length,
  rotation: fc.double({ min: -179.99, max: 180, noNaN: true }),
  horizontalFlip: fc.boolean(),
  verticalFlip: fc.boolean(),
})

/** Returns the matrix with which a node draws a picture's unit square: moved to the centre, rotated, scaled. */
function drawn({ x, y, width, height, rotation, scaleX, scaleY }: NodePlacement) {
  const flips = { horizontalFlip: scaleX < 0, verticalFlip: scaleY < 0 }
  const w = width * Math.abs(scaleX)
  const h = height * Math.abs(scaleY)
  return pictureMatrix({ left: x - w / 2, top: y - h / 2, width: w, height: h, rotation }, flips)
}

function expectSameMatrix(a: object, b: object) {
  for (const [key, value] of Object.entries(a)) expect(Reflect.get(b, key)).toBeCloseTo(value, 5)
}

describe('a layer and its node', () => {
  test('converting a placement to a node and back returns the same placement', () => {
    fc.assert(
      fc.property(layers, (layer) => {
        const back = fromNode(toNode(layer), layer)
        expect(back.left).toBeCloseTo(layer.left, 6)
        expect(back.top).toBeCloseTo(layer.top, 6)
        expect(back.width).toBe(layer.width)
        expect(back.height).toBe(layer.height)
        expect(back.rotation).toBe(normaliseAngle(layer.rotation))
      }),
    )
  })

  test('the node draws the picture where the document puts it', () => {
    fc.assert(
      fc.property(layers, (layer) => {
        expectSameMatrix(pictureMatrix(layer, layer), drawn(toNode(layer)))
      }),
    )
  })

  test('a node that Leafer writes with other numbers for a rotated mirror image is read as the placement that is shown', () => {
    fc.assert(
      fc.property(layers, fc.double({ min: 0.1, max: 4, noNaN: true }), (layer, scale) => {
        const node = toNode({ ...layer, rotation: Math.round(layer.rotation * 100) / 100 })
        // The other numbers for the same picture, with its size partly in the scale.
        const spelled: NodePlacement = {
          ...node,
          width: node.width / scale,
          rotation: node.rotation + 180,
          scaleX: -node.scaleX * scale,
          scaleY: -node.scaleY,
        }
        expectSameMatrix(drawn(spelled), pictureMatrix(fromNode(spelled, layer), layer))
      }),
    )
  })
})
