/** The same scene as a Konva user would build it: one layer, a draggable picture and its Transformer. */
import Konva from 'konva'
import { frames, loaded, pictures, placesOf, stage as size } from './scene.js'

async function show(count) {
  const images = await loaded(pictures())
  const stage = new Konva.Stage({ container: 'host', ...size })
  const layer = new Konva.Layer()
  stage.add(layer)
  const nodes = placesOf(count).map(
    ({ x, y, size: side, angle, picture }) =>
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
      }),
  )
  layer.add(...nodes)
  layer.add(new Konva.Transformer({ nodes: [nodes[nodes.length - 1]] }))
  await frames()
  globalThis.bench = { show, spot: { x: 600, y: 400 } }
}

globalThis.bench = { show }
