/** The same scene as a Fabric user would build it: its interactive canvas with one selected picture. */
import { Canvas, FabricImage } from 'fabric'
import { frames, loaded, pictures, placesOf, stage } from './scene.js'

async function show(count) {
  const images = await loaded(pictures())
  const element = document.createElement('canvas')
  document.getElementById('host').append(element)
  const canvas = new Canvas(element, { ...stage, renderOnAddRemove: false })
  const objects = placesOf(count).map(
    ({ x, y, size, angle, picture }) =>
      new FabricImage(images[picture], {
        left: x,
        top: y,
        originX: 'center',
        originY: 'center',
        scaleX: size / 800,
        scaleY: size / 800,
        angle,
      }),
  )
  canvas.add(...objects)
  canvas.setActiveObject(objects[objects.length - 1])
  canvas.renderAll()
  await frames()
  globalThis.bench = { show, spot: { x: 600, y: 400 } }
}

globalThis.bench = { show }
