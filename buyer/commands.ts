/** Commands of the editor's buttons on the open design. */
import type { AiCutoutType } from '../contract/constants'
import { printDpi } from '../contract/rules/print-resolution'
import type { BuyerAsset, BuyerLink, BuyerPicture, UploadForm } from '../contract/types'
import { setBackground } from '../design/commands/background'
import { addLayers, removeLayers } from '../design/commands/layers'
import { addText, setText } from '../design/commands/text'
import { nudge, scaleStep } from '../design/commands/transform'
import { imageLayer } from '../design/model/create'
import { equalDocs } from '../design/model/equal'
import { mapLayers, withFields } from '../design/model/queries'
import { newTextStyle, textStyleOf } from '../design/model/text'
import type { DesignDoc, Layer, Size, TextLayer } from '../design/model/types'
import { BuyerError, type DesignKey, drawText, readUploadForm, reportPhoto } from './api'
import type { DesignSession } from './design-session'
import { fitted } from './gestures'
import type { ChosenPhoto } from './kept-photos'
import { coverCrop, newUuid, printedDpi, rightsIn, sampleText, withPhoto } from './layers'
import { preparePhoto } from './photo'
import type { PhotoHost } from './photo-host'
import { docWithPhoto, placePhoto } from './place-photo'
import { placedWords } from './text-room'

/** px of one em in the drawing of a text. */
const textEm = 100

interface CommandDeps {
  readonly session: DesignSession
  readonly designKey: DesignKey
  readonly link: BuyerLink
  readonly select: (uuid: string | null) => void
  /** Asks whether a photo shall be used although its print has only this resolution; resolves to the answer. */
  readonly confirmCoarse: (dpi: number) => Promise<boolean>
}

/** A file that the browser chose, or the mini-program that chooses. */
export type PhotoSource = File | PhotoHost

/** An upload form is valid for a quarter of an hour; it is reused only while enough of that is left to choose a photo. */
const formReuseMs = 5 * 60_000
/** The upload form that a mini-program returned without a photo. It is reused, because the number of open forms is limited. */
let emptyForm: { readonly designId: number; readonly form: UploadForm; readonly at: number } | null = null

/** Lets a mini-program post a photo to the server; null if it brought none. */
async function bringPhoto(designKey: DesignKey, host: PhotoHost): Promise<BuyerPicture | null> {
  const kept = emptyForm
  emptyForm = null
  const isUsable = kept !== null && kept.designId === designKey.id && Date.now() - kept.at < formReuseMs
  const at = isUsable ? kept.at : Date.now()
  const form = isUsable ? kept.form : await readUploadForm(designKey, 'photo.jpg')
  const keep = () => {
    emptyForm = { designId: designKey.id, form, at }
    return null
  }
  if (!(await host.bring(form))) return keep()
  try {
    return await reportPhoto(designKey, form.fileId)
  } catch (error) {
    // A mini-program does not say that its buyer came back without a photo: then nothing was posted.
    if (error instanceof BuyerError && error.code === 'invalid') return keep()
    throw error
  }
}

type Slot = Pick<ChosenPhoto, 'slot' | 'isAdded' | 'cutout'>

/** Returns the commands. Each reads the document when its upload is done, because the buyer may have changed it meanwhile. */
export function commandsOn({ session, designKey, link, select, confirmCoarse }: CommandDeps) {
  const now = () => session.state.get().doc
  const layerOf = (uuid: string) => now().layers.find((one) => one.uuid === uuid)
  /** Whether a photo of this size may be taken there; asks the buyer where its print would be too coarse. */
  const accepts = async (size: Size, slot: Slot): Promise<boolean> => {
    const placed = docWithPhoto(now(), slot, { imageFileId: 0, imageUrl: '', ...size })
    const layer = placed.layers.find(({ uuid }) => uuid === slot.slot)
    const dpi = layer && printedDpi(layer, now(), session.state.get().design.wireframe)
    return dpi == null || dpi >= printDpi.hopeless || confirmCoarse(dpi)
  }
  /** Takes a photo for a slot; resolves to whether it was taken. A photo that the browser chose is checked before it is sent, and kept until the server has it. */
  const take = async (source: PhotoSource, slot: Slot): Promise<boolean> => {
    const isLatest = session.unsent.claim(slot.slot)
    if (source instanceof File) {
      const photo = await preparePhoto(source)
      if (!(await accepts(photo.size, slot)) || !isLatest()) return false
      session.unsent.keep({ ...slot, ...photo })
      select(slot.slot)
      return true
    }
    const brought = await bringPhoto(designKey, source)
    if (!brought || !(await accepts(brought, slot))) return false
    const said = await placePhoto({ key: designKey, now, change: session.change }, slot, brought, isLatest)
    select(slot.slot)
    if (said !== null) throw new Error(said)
    return true
  }
  return {
    /** Puts a photo into a layer. A cutout layer gets the photo's subject cut out, or the whole photo where that fails. */
    replacePhoto(uuid: string, source: PhotoSource) {
      const place = session.state.get().design.base.find((one) => one.uuid === uuid)
      const cutout = link.cutoutEnabled && place?.type === 'AI_CUTOUT' ? (place.aiCutoutType ?? null) : null
      // An added photo that is not uploaded yet has no layer in the design so far.
      return take(source, { slot: uuid, isAdded: !layerOf(uuid), cutout })
    },
    /** Cuts the subject out of a layer's photo; the subject keeps its position. */
    async cutOut(uuid: string, type: AiCutoutType) {
      const layer = layerOf(uuid)
      if (layer?.type !== 'IMAGE' || layer.imageFileId === null) return
      const { imageFileId, imageUrl, originalWidth: width, originalHeight: height } = layer
      const { cutOutInPlace } = await import('./cutout')
      const cut = await cutOutInPlace(designKey, { imageFileId, imageUrl, width, height }, type)
      const latest = layerOf(uuid)
      // The buyer may have chosen another photo meanwhile.
      if (latest?.type !== 'IMAGE' || latest.imageFileId !== imageFileId) return
      const isSameSize = cut.width === width && cut.height === height
      const fields = { imageFileId: cut.imageFileId, imageUrl: cut.imageUrl, stroke: null, strokeSvgData: null }
      session.change(
        isSameSize ? mapLayers(now(), [uuid], (one) => withFields<Layer>(one, fields)) : withPhoto(now(), uuid, cut),
        '抠图',
      )
    },
    async addPhoto(source: PhotoSource) {
      await take(source, { slot: newUuid('photo'), isAdded: true, cutout: null })
    },
    addAsset({ type, name, imageFileId, imageUrl, width, height }: BuyerAsset) {
      const uuid = newUuid('asset')
      const picture = { fileId: imageFileId, url: imageUrl, name, width, height }
      const layer = imageLayer(picture, now(), { uuid, sticker: type === 2, uploaded: false })
      const added =
        type === 3 ? setBackground.run(now(), { added: layer, replacesAny: true }) : addLayers.run(now(), { layers: [layer] })
      if (!added.ok) throw new Error(type === 3 ? '这个款式的背景不能更换' : added.message)
      session.change(added.doc, '添加素材')
      select(type === 3 ? null : uuid)
    },
    async addWords() {
      const [font] = link.fonts
      if (!font) return
      const fontColor = link.fontColors[0] ?? '#333333'
      const style = newTextStyle({ text: sampleText, fontId: font.id, fontFamilyUrl: null, fontColor, verticalText: false })
      const drawn = await drawText(designKey, { text: style.text, fontId: font.id, fontColor, like: null })
      const uuid = newUuid('text')
      const added = addText.run(now(), { uuid, style, drawn: { ...drawn, url: drawn.imageUrl, em: textEm } })
      if (!added.ok) throw new Error(added.message)
      session.change(withStored(added.doc, uuid, drawn.imageFileId), '添加文字')
      select(uuid)
    },
    async changeText(uuid: string, change: Partial<Pick<TextLayer, 'text' | 'fontId' | 'fontColor'>>) {
      const layer = layerOf(uuid)
      if (layer?.type !== 'TEXT') return
      const style = { ...textStyleOf(layer), ...change }
      // A text whose font is unknown gets the link's first font.
      const fontId = style.fontId ?? link.fonts[0]?.id
      if (fontId === undefined) throw new Error('卖家没有上架字体，暂时不能改文字')
      const drawn = await drawText(designKey, { text: style.text, fontId, fontColor: style.fontColor, like: uuid })
      const next = setText.run(now(), {
        uuid,
        style: { ...style, fontId },
        drawn: { ...drawn, url: drawn.imageUrl, em: textEm },
      })
      if (!next.ok) throw new Error(next.message)
      const placed = placedWords(layer, drawn, session.state.get().design, textEm)
      const doc = placed ? mapLayers(next.doc, [uuid], (one) => withFields<Layer>(one, placed)) : next.doc
      session.change(withStored(doc, uuid, drawn.imageFileId), '修改文字')
      // Text that was typed during the drawing stays undrawn and is kept.
      if (session.state.get().typed[uuid]?.trim() === style.text) session.type(uuid, null)
    },
    /** Draws the texts that are typed and not drawn yet, because their drawing failed or was not begun. */
    async drawTyped() {
      for (const [uuid, typed] of Object.entries(session.state.get().typed)) {
        const text = typed.trim()
        const layer = layerOf(uuid)
        if (text === '' || layer?.type !== 'TEXT' || layer.text === text) session.type(uuid, null)
        else await this.changeText(uuid, { text })
      }
    },
    move(uuid: string, dx: number, dy: number) {
      const next = nudge.run(now(), { uuids: [uuid], dx, dy })
      if (next.ok) session.change(next.doc, '移动')
    },
    scale(uuid: string, factor: number) {
      const next = scaleStep.run(now(), { uuids: [uuid], factor })
      if (next.ok) session.change(next.doc, '缩放')
    },
    /** Fills a layer's frame with its photo again; a layer that may be moved is scaled to the case and centred. */
    fit(uuid: string) {
      const layer = layerOf(uuid)
      if (!layer) return
      const may = rightsIn(session.state.get().design.base, link)(layer)
      const picture = { width: layer.originalWidth, height: layer.originalHeight }
      const next = may.has('move')
        ? mapLayers(now(), [uuid], (one) => withFields<Layer>(one, fitted(one, now(), may.has('picture'))))
        : may.has('picture') && layer.appearance?.crop
          ? mapLayers(now(), [uuid], (one) =>
              withFields<Layer>(one, { appearance: { ...one.appearance, crop: coverCrop(picture, one) } }),
            )
          : null
      if (next && !equalDocs(next, now())) session.change(next, '铺满')
    },
    remove(uuid: string) {
      session.unsent.cancel(uuid)
      const next = removeLayers.run(now(), { uuids: [uuid] })
      if (next.ok) session.change(next.doc, '删除')
      select(null)
    },
  }
}

const withStored = (doc: DesignDoc, uuid: string, imageFileId: number): DesignDoc =>
  mapLayers(doc, [uuid], (layer) => withFields<Layer>(layer, { imageFileId }))
