/** The same pictures as a Konva user would show them: fitted to the host, in one layer, drawn when the last has loaded. */
import Konva from 'konva'
import { nextFrame } from './drawn.js'

const load = async (url) => {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = url
  await image.decode()
  return image
}

async function open() {
  const start = performance.now()
  const { width, height, layers } = await (await fetch('/template')).json()
  const stage = new Konva.Stage({ container: 'host', width: 900, height: 800 })
  const scale = Math.min(900 / width, 800 / height) * 0.75
  const layer = new Konva.Layer({ scaleX: scale, scaleY: scale, x: (900 - width * scale) / 2, y: (800 - height * scale) / 2 })
  stage.add(layer)
  layer.add(new Konva.Rect({ width, height, fill: '#fff' }))
  const images = await Promise.all(layers.map(({ imageUrl }) => load(imageUrl)))
  layers.forEach((row, i) => {
    layer.add(
      new Konva.Image({
        image: images[i],
        x: row.left + row.width / 2,
        y: row.top + row.height / 2,
        offsetX: row.width / 2,
        offsetY: row.height / 2,
        width: row.width,
        height: row.height,
        rotation: row.rotation,
        scaleX: row.horizontalFlip ? -1 : 1,
      }),
    )
  })
  layer.add(new Konva.Transformer({ nodes: [] }))
  await nextFrame()
  return performance.now() - start
}

globalThis.bench = { open }
