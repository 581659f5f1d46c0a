/** The same scene as a Konva user would build it: one layer, a draggable picture and its Transformer. */
import Konva from 'konva'
import { frames, hasEffects, loaded, pictures, placesOf, stage as size } from './scene.js'

/** The shadow and the blend mode of the layers that have them, as the designer's. */
const styled = {
  shadowColor: '#000000',
  shadowOpacity: 0.5,
  shadowBlur: 16,
  shadowOffset: { x: 6, y: 10.4 },
  globalCompositeOperation: 'multiply',
}

async function show(count, withEffects = 0) {
  const images = await loaded(pictures())
  const stage = new Konva.Stage({ container: 'host', ...size })
  const layer = new Konva.Layer()
  stage.add(layer)
  const nodes = placesOf(count).map(
    ({ x, y, size: side, angle, picture }, i) =>
      new Konva.Image({
        image: images[picture],
        x,
        y,
        width: side,
        height: side,
        offsetX: side / 2,
        offsetY: side / 2,
        rotation: angle,
        draggable: true,
        ...(hasEffects(i, count, withEffects) && styled),
      }),
  )
  layer.add(...nodes)
  layer.add(new Konva.Transformer({ nodes: [nodes[nodes.length - 1]] }))
  await frames()
  globalThis.bench = { show, spot: { x: 600, y: 400 } }
}

globalThis.bench = { show }
