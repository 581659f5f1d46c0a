/** Commands of the bar of a layer that need no server: its order, its size and angle, its mirror image, and the part of a photo that is shown. */
import type { Crop } from '../contract/rules/appearance'
import { orderRefusal, rightsByLayer } from '../contract/rules/buyer-rights'
import type { PhotoLook } from '../contract/rules/photo-looks'
import type { BuyerLink } from '../contract/types'
import { layerDown, layerUp } from '../design/commands/arrange'
import { boxAround, placementCentre } from '../design/geometry/box'
import { changedAppearance } from '../design/model/appearance'
import { mapLayers, withFields } from '../design/model/queries'
import type { DesignDoc, Layer } from '../design/model/types'
import type { DesignSession } from './design-session'
import { scaledCrop } from './layers'

interface Deps {
  readonly session: DesignSession
  readonly link: BuyerLink
}

/** Widths of a layer that its slider reaches, shares of the canvas's width. */
export const widthRange = { min: 0.05, max: 1.6 } as const

export function layerCommandsOn({ session, link }: Deps) {
  const now = () => session.state.get().doc
  const layerOf = (uuid: string) => now().layers.find((one) => one.uuid === uuid)
  return {
    /** Moves a layer by one step in the order, over those between which it may not lie. Throws words for the buyer where there is none. */
    order(uuid: string, to: 'up' | 'down') {
      const { base } = session.state.get().design
      const rights = rightsByLayer(base, link)
      let doc: DesignDoc = now()
      for (;;) {
        const moved = (to === 'up' ? layerUp : layerDown).run(doc, { uuids: [uuid] })
        if (!moved.ok || moved.doc === doc) throw new Error(to === 'up' ? '已经在最上面了' : '已经在最下面了')
        doc = moved.doc
        // Layers of a design always have their pictures; the rule reads none of them.
        if (orderRefusal(base as never, doc.layers as never, rights) === null) break
      }
      session.change(doc, to === 'up' ? '上移' : '下移')
    },
    /** Gives a layer this width, a share of the canvas's, about its centre. One step until `settle`. */
    widen(uuid: string, share: number) {
      const layer = layerOf(uuid)
      if (!layer) return
      const factor = (share * now().width) / layer.width
      const { x, y, width, height } = boxAround(placementCentre(layer), {
        width: layer.width * factor,
        height: layer.height * factor,
      })
      session.slide(
        mapLayers(now(), [uuid], (one) => withFields<Layer>(one, { left: x, top: y, width, height })),
        layer.type === 'TEXT' ? '字号' : '大小',
      )
    },
    /** Turns a layer to this angle, degrees clockwise. One step until `settle`. */
    turn(uuid: string, rotation: number) {
      session.slide(
        mapLayers(now(), [uuid], (one) => withFields<Layer>(one, { rotation: (rotation + 360) % 360 })),
        '旋转',
      )
    },
    settle: session.settle,
    flip(uuid: string) {
      session.change(
        mapLayers(now(), [uuid], (one) => withFields<Layer>(one, { horizontalFlip: !one.horizontalFlip })),
        '翻转',
      )
    },
    /** Gives a photo this look; the photo as it is has no adjustments. */
    look(uuid: string, { name, adjustments }: PhotoLook) {
      session.change(
        mapLayers(now(), [uuid], (one) =>
          withFields<Layer>(one, { appearance: changedAppearance(one.appearance, { adjustments }) }),
        ),
        `滤镜：${name}`,
      )
    },
    /**
     * Shows this part of a layer's photo, also of one that is still on its way.
     *
     * @param width of the photo as it was cropped, px.
     */
    crop(uuid: string, crop: Crop, width: number) {
      if (session.unsent.crop(uuid, crop)) return
      const layer = layerOf(uuid)
      if (layer?.type !== 'IMAGE') return
      const shown = scaledCrop(crop, layer.originalWidth / width)
      session.change(
        mapLayers(now(), [uuid], (one) => withFields<Layer>(one, { appearance: { ...one.appearance, crop: shown } })),
        '裁剪',
      )
    },
  }
}
