/** Commands that add and change shapes. */
import type { Shape } from '../../contract/rules/appearance'
import { boxAround } from '../geometry/box'
import { roundLength } from '../geometry/number'
import { newLayerFields } from '../model/create'
import { equalValues } from '../model/equal'
import { byUuid, mapLayers, withFields } from '../model/queries'
import { shapePicture } from '../model/shape'
import type { DesignDoc, ImageLayer, Layer, Point, Size } from '../model/types'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'
import { addLayers } from './layers'

/** Adds a shape on top and selected, in the middle of the canvas or about a point. */
export const addShape: Command<
  { readonly uuid: string; readonly name: string; readonly shape: Shape; readonly centre?: Point } & Size
> = {
  id: 'addShape',
  label: '添加形状',
  run: (doc, args) => addLayers.run(doc, { layers: [shapeLayer(doc, args)] }),
}

/** Changes the form, the fill or the border. `outline` is the layer's outline made for the new picture, where it has one. */
export const setShape: Command<{
  readonly uuid: string
  readonly shape: Shape
  readonly outline?: Pick<Layer, 'stroke' | 'strokeSvgData'>
}> = {
  id: 'setShape',
  label: '修改形状',
  run(doc, { uuid, shape, outline = { stroke: null, strokeSvgData: null } }) {
    const layer = byUuid(doc, uuid)
    if (layer?.type !== 'IMAGE' || layer.shape === null) return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    if (equalValues(layer.shape, shape)) return done(doc)
    return done(mapLayers(doc, [uuid], () => withFields(layer, { ...shapePicture(shape, layer), ...outline })))
  },
}

function shapeLayer(canvas: DesignDoc, args: Parameters<typeof addShape.run>[1]): ImageLayer {
  const { uuid, name, shape, centre = { x: canvas.width / 2, y: canvas.height / 2 } } = args
  const size = { width: roundLength(args.width), height: roundLength(args.height) }
  const box = boxAround(centre, size)
  return {
    ...newLayerFields,
    uuid,
    type: 'IMAGE',
    name,
    ...shapePicture(shape, size),
    left: roundLength(box.x),
    top: roundLength(box.y),
    ...size,
    isUserUploadImage: false,
  }
}
