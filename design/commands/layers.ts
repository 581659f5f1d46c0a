/** Commands that add, remove, copy and rename layers, and replace their pictures. */
import { maxLayers } from '../../contract/constants'
import { boundsOf } from '../geometry/bounds'
import { copyNameAmong, fittingName, layerName, type UploadedPicture } from '../model/create'
import { byUuid, layersOf, mapLayers, movable, withFields } from '../model/queries'
import { textLayerName } from '../model/text'
import type { DesignDoc, ImageLayer, Layer } from '../model/types'
import { copiesOf } from '../rules/offset'
import { isOffCanvas, movedOntoCanvas } from '../rules/reach'
import { movableOf, refusalText, unlockedOf } from '../rules/refusal'
import { withPicture } from '../rules/replacement'
import { type Command, done, type Outcome, refuse } from './command'

export const tooManyLayers = `一个模板最多 ${maxLayers} 个图层，请先删除一些图层`

/**
 * Adds layers and selects them: directly under the lowest of `under` (uuids; the background and unknown uuids are ignored), or
 * on top where none is left.
 */
export const addLayers: Command<{ readonly layers: readonly Layer[]; readonly under?: readonly string[] }> = {
  id: 'addLayers',
  label: '添加图层',
  run(doc, { layers, under = [] }) {
    const above = layersOf(doc, under).find((layer) => !layer.isBackground)
    return insertLayers(doc, layers, above ? doc.layers.indexOf(above) : doc.layers.length)
  },
}

/** Adds the layers of an artboard on top as one step, and selects the visible ones. */
export const importPsd: Command<{ readonly layers: readonly Layer[] }> = {
  id: 'importPsd',
  label: '导入PSD',
  run(doc, { layers }) {
    const added = addLayers.run(doc, { layers })
    if (!added.ok) return added
    return done(added.doc, { select: layers.filter((layer) => !layer.hidden).map((layer) => layer.uuid) })
  },
}

/** Removes the layers that are not locked. The background is removed too; undo restores it. */
export const removeLayers: Command<{ readonly uuids: readonly string[] }> = {
  id: 'removeLayers',
  label: '删除图层',
  run(doc, { uuids }) {
    const free = unlockedOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    return done({ ...doc, layers: doc.layers.filter((layer) => !free.layers.includes(layer)) })
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => !layer.locked),
}

interface Duplicate {
  readonly originalUuid: string
  readonly uuid: string
  /** Position of the copy; if absent, the copy is offset by 10 percent of the original's position. */
  readonly position?: Pick<Layer, 'left' | 'top'>
}

/** Copies layers to the top and selects the copies. `copies` pairs each uuid with that of its copy. */
export const duplicateLayers: Command<{ readonly copies: readonly Duplicate[] }> = {
  id: 'duplicateLayers',
  label: '复制图层',
  run(doc, { copies }) {
    const ids = new Map(copies.map((copy) => [copy.originalUuid, copy.uuid]))
    const positions = new Map(copies.map((copy) => [copy.uuid, copy.position]))
    const copied = copiesOf(layersOf(doc, [...ids.keys()]), (layer) => ids.get(layer.uuid))
    return insertOnTop(
      doc,
      withUniqueNames(
        doc,
        copied.map((copy) => ({ ...copy, ...positions.get(copy.uuid) })),
      ),
    )
  },
  enabled: (doc, selection) => layersOf(doc, selection).length > 0,
}

/** Moves layers and groups that lie wholly off the canvas to its middle. */
export const bringBack: Command<{ readonly uuids: readonly string[] }> = {
  id: 'bringBack',
  label: '移回画布',
  run(doc, { uuids }) {
    const free = movableOf(layersOf(doc, uuids))
    if (!free.ok) return refuse(free.message)
    const moved = new Map(movedOntoCanvas(free.layers, doc).map((layer) => [layer.uuid, layer]))
    return done(
      mapLayers(doc, uuids, (layer) => moved.get(layer.uuid) ?? layer),
      { select: [...moved.keys()] },
    )
  },
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => movable(layer) && isOffCanvas(boundsOf(layer), doc)),
}

/** Adds copied layers as new copies; a layer or group that would lie wholly off this canvas is put in its middle. */
export const pasteLayers: Command<{ readonly layers: readonly Layer[]; readonly uuids: readonly string[] }> = {
  id: 'pasteLayers',
  label: '粘贴图层',
  run(doc, { layers, uuids }) {
    const ids = new Map(layers.map((layer, i) => [layer, uuids[i]]))
    const copied = copiesOf(layers, (layer) => ids.get(layer))
    return insertOnTop(doc, withUniqueNames(doc, movedOntoCanvas(copied, doc)))
  },
}

/**
 * Replaces a layer's picture; its appearance and its crop stay. `outline` is the layer's outline drawn for
 * the new picture; without it the layer loses its outline.
 */
export const replaceImage: Command<{
  readonly uuid: string
  readonly picture: UploadedPicture
  readonly outline?: Pick<Layer, 'stroke' | 'strokeSvgData'> | null
}> = {
  id: 'replaceImage',
  label: '替换图片',
  run(doc, { uuid, picture, outline }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    if (layer.type !== 'IMAGE') return refuse('只有图片图层可以替换图片')
    const next: ImageLayer = {
      ...withPicture(layer, picture),
      ...outline,
      name: layerName(picture.name),
      isUserUploadImage: true,
    }
    return done(mapLayers(doc, [uuid], () => next))
  },
}

/** Refuses a blank name and shortens a long one. */
export const renameLayer: Command<{ readonly uuid: string; readonly name: string }> = {
  id: 'renameLayer',
  label: '重命名图层',
  run(doc, { uuid, name }) {
    const trimmed = fittingName(name)
    if (trimmed === '') return refuse('请输入图层名称')
    return done(mapLayers(doc, [uuid], (layer) => withFields<Layer>(layer, { name: trimmed })))
  },
}

function insertOnTop(doc: DesignDoc, layers: readonly Layer[]): Outcome {
  return insertLayers(doc, layers, doc.layers.length)
}

/** Returns the copies, each named after its original with a name that no layer of the design has yet. */
function withUniqueNames(doc: DesignDoc, copies: readonly Layer[]): readonly Layer[] {
  const usedNames = new Set(doc.layers.map((layer) => layer.name))
  return copies.map((copy) => {
    // A text layer is named after its characters, and that link must survive copying.
    const name = copy.type === 'TEXT' && copy.name === textLayerName(copy.text) ? copy.name : copyNameAmong(usedNames, copy.name)
    usedNames.add(name)
    return withFields<Layer>(copy, { name })
  })
}

function insertLayers(doc: DesignDoc, layers: readonly Layer[], index: number): Outcome {
  if (layers.length === 0) return refuse('')
  if (doc.layers.length + layers.length > maxLayers) return refuse(tooManyLayers)
  const all = [...doc.layers.slice(0, index), ...layers, ...doc.layers.slice(index)]
  return done({ ...doc, layers: all }, { select: layers.map((layer) => layer.uuid) })
}
