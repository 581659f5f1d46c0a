/** The server's rule accepts every change that the page offers, and a part that the template protects never changes. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BuyerRight, type BuyerSwitches, type PictureOrigin, refusalOf } from '../contract/rules/buyer-rights'
import type { BuyerDesign, TemplateLayerWrite } from '../contract/types'
import { setBackground } from '../design/commands/background'
import { addLayers, removeLayers } from '../design/commands/layers'
import { addText, setText } from '../design/commands/text'
import { nudge, scaleStep } from '../design/commands/transform'
import { imageLayer } from '../design/model/create'
import { equalValues } from '../design/model/equal'
import { mapLayers, withFields } from '../design/model/queries'
import { newTextStyle, textStyleOf } from '../design/model/text'
import type { DesignDoc, Layer } from '../design/model/types'
import { cutout, image, text } from '../design/test/make'
import { sized } from '../test/setup/size'
import { addedPhoto, docOf, rightsIn, toWrite, withPhoto } from './layers'
import { designOf } from './test/make'

const kinds = ['picture', 'place', 'cutout', 'text', 'background'] as const
type Kind = (typeof kinds)[number]

const makeLayer = (kind: Kind, uuid: string, locked: boolean, clipped = false): Layer => {
  const common = { locked, imageFileId: 100, ...(clipped && { appearance: { clipped } }) }
  if (kind === 'text') return text(uuid, common)
  if (kind === 'cutout') return cutout(uuid, common)
  return image(uuid, { ...common, isUserUploadImage: kind === 'place', isBackground: kind === 'background' })
}

const templates = fc
  .array(fc.tuple(fc.constantFrom(...kinds), fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 6 })
  .map((all) =>
    all
      // A design has one background at most, under everything.
      .filter(([kind], at) => kind !== 'background' || at === 0)
      .map(([kind, locked, clipped], at) => makeLayer(kind, `${kind}${at}`, locked, clipped && kind !== 'background')),
  )
const switchesArb: fc.Arbitrary<BuyerSwitches> = fc.record({
  imageUploadEnabled: fc.boolean(),
  stickerAssetEnabled: fc.boolean(),
  imageAssetEnabled: fc.boolean(),
  textEnabled: fc.boolean(),
  backgroundEnabled: fc.boolean(),
})

/** Pictures that the server knows of this design, by their numbers. */
const origins: Readonly<Record<number, PictureOrigin>> = { 1: 'photo', 2: 'text', 3: 'sticker', 4: 'image', 5: 'background' }
const originOf = ({ imageFileId }: TemplateLayerWrite): PictureOrigin | null => origins[imageFileId] ?? null
const pictureOf = (imageFileId: number) => ({ imageFileId, imageUrl: `/files/${imageFileId}.png`, width: 640, height: 480 })

interface Step {
  /** The buttons and gestures of the page. */
  readonly act:
    | 'move'
    | 'scale'
    | 'remove'
    | 'photo'
    | 'words'
    | 'addPhoto'
    | 'addText'
    | 'addSticker'
    | 'addImage'
    | 'addBackground'
  readonly at: number
  readonly by: number
}
const steps: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Step['act'][]>(
    'move',
    'scale',
    'remove',
    'photo',
    'words',
    'addPhoto',
    'addText',
    'addSticker',
    'addImage',
    'addBackground',
  ),
  at: fc.nat(20),
  by: fc.integer({ min: -40, max: 40 }),
})

const rightFor: Partial<Record<Step['act'], BuyerRight>> = {
  move: 'move',
  scale: 'move',
  remove: 'remove',
  photo: 'picture',
  words: 'text',
}
const switchFor: Partial<Record<Step['act'], keyof BuyerSwitches>> = {
  addPhoto: 'imageUploadEnabled',
  addText: 'textEnabled',
  addSticker: 'stickerAssetEnabled',
  addImage: 'imageAssetEnabled',
  addBackground: 'backgroundEnabled',
}

const drawn = { url: '/files/2.png', width: 640, height: 480, em: 100 }
const storedText = (doc: DesignDoc, uuid: string) =>
  mapLayers(doc, [uuid], (layer) => withFields<Layer>(layer, { imageFileId: 2 }))
let made = 0

/** Returns the document after a step; the same document where the kernel refuses it. */
function stepped(doc: DesignDoc, { act, at, by }: Step): DesignDoc {
  const layer = doc.layers[at % Math.max(1, doc.layers.length)]
  const uuid = layer?.uuid ?? ''
  const taken = (result: { readonly ok: true; readonly doc: DesignDoc } | { readonly ok: false }) =>
    result.ok ? result.doc : doc
  const added = `${act === 'addPhoto' ? 'photo' : act === 'addText' ? 'text' : 'asset'}-${++made}`
  const asset = (fileId: number) =>
    imageLayer({ fileId, url: `/files/${fileId}.png`, name: '素材', width: 640, height: 480 }, doc, {
      uuid: added,
      sticker: fileId === 3,
      uploaded: false,
    })
  switch (act) {
    case 'move':
      return taken(nudge.run(doc, { uuids: [uuid], dx: by, dy: -by }))
    case 'scale':
      return taken(scaleStep.run(doc, { uuids: [uuid], factor: 1 + Math.abs(by) / 100 }))
    case 'remove':
      return taken(removeLayers.run(doc, { uuids: [uuid] }))
    case 'photo':
      return layer && layer.type !== 'TEXT' ? withPhoto(doc, uuid, pictureOf(1)) : doc
    case 'words': {
      if (layer?.type !== 'TEXT') return doc
      const style = { ...textStyleOf(layer), text: `名字${by}`, fontId: 3 }
      return storedText(taken(setText.run(doc, { uuid, style, drawn })), uuid)
    }
    case 'addPhoto':
      return taken(addLayers.run(doc, { layers: [addedPhoto(doc, added, pictureOf(1))] }))
    case 'addText': {
      const style = newTextStyle({ text: '你好', fontId: 3, fontFamilyUrl: null, fontColor: '#333333', verticalText: false })
      return storedText(taken(addText.run(doc, { uuid: added, style, drawn })), added)
    }
    case 'addSticker':
      return taken(addLayers.run(doc, { layers: [asset(3)] }))
    case 'addImage':
      return taken(addLayers.run(doc, { layers: [asset(4)] }))
    default:
      return taken(setBackground.run(doc, { added: asset(5), replacesAny: true }))
  }
}

const refusal = (design: BuyerDesign, doc: DesignDoc, switches: BuyerSwitches) =>
  refusalOf<TemplateLayerWrite>({
    base: design.base as unknown as TemplateLayerWrite[],
    layers: toWrite(doc, design),
    switches,
    originOf,
  })

/** Whether the page offers a step: a gesture on a layer by the rights to it, an addition by its switch. */
function isOffered(doc: DesignDoc, { act, at }: Step, design: BuyerDesign, switches: BuyerSwitches): boolean {
  const [right, switched] = [rightFor[act], switchFor[act]]
  if (switched) return switches[switched]
  const layer = doc.layers[at % Math.max(1, doc.layers.length)]
  return layer !== undefined && right !== undefined && rightsIn(design.base, switches)(layer).has(right)
}

/** A background that buyers may not remove also stays when another one is chosen. */
const keepsBackground = (design: BuyerDesign, switches: BuyerSwitches) =>
  design.base.some((layer) => layer.isBackground && !rightsIn(design.base, switches)(layer).has('remove'))

describe('a design that began with any template, behind any switches', () => {
  test("a buyer's design is accepted by the server after every step that the page offers", () => {
    fc.assert(
      fc.property(templates, switchesArb, fc.array(steps, { minLength: 1, maxLength: 12 }), (template, switches, all) => {
        const design = designOf(template)
        let doc = docOf(design)
        for (const step of all) {
          if (!isOffered(doc, step, design, switches)) continue
          if (step.act === 'addBackground' && keepsBackground(design, switches)) continue
          doc = stepped(doc, step)
          expect(refusal(design, doc, switches), step.act).toBeNull()
        }
      }),
      { numRuns: sized(1500, 6000) },
    )
  })

  test("a buyer's design keeps every part that the template protects, in every document that the server accepts", () => {
    let [taken, refused] = [0, 0]
    fc.assert(
      fc.property(templates, switchesArb, fc.array(steps, { minLength: 1, maxLength: 5 }), (template, switches, all) => {
        const design = designOf(template)
        let doc = docOf(design)
        // Every step, also those that the page hides: a buyer may send anything.
        for (const step of all) {
          doc = stepped(doc, step)
          if (refusal(design, doc, switches) !== null) {
            refused++
            continue
          }
          taken++
          for (const layer of docOf(design).layers) {
            const rights = rightsIn(design.base, switches)(layer)
            const now = doc.layers.find(({ uuid }) => uuid === layer.uuid)
            if (rights.size === 0) expect(now && equalValues(now, layer)).toBe(true)
            if (!rights.has('remove')) expect(now).toBeDefined()
            if (now && !rights.has('move')) {
              const { left, top, width, height, rotation } = now
              expect({ left, top, width, height, rotation }).toMatchObject(boxOf(layer))
            }
            if (now && !rights.has('picture') && !rights.has('text')) expect(now.imageFileId).toBe(layer.imageFileId)
          }
        }
      }),
      { numRuns: sized(4000, 12_000) },
    )
    // Both answers are frequent, so that both halves of the rule are tested.
    expect(Math.min(taken, refused)).toBeGreaterThan(1000)
    expect(taken + refused).toBeGreaterThan(10_000)
  })
})

describe('what the server refuses of a buyer who sends more than the page offers', () => {
  const allOn: BuyerSwitches = {
    imageUploadEnabled: true,
    stickerAssetEnabled: true,
    imageAssetEnabled: true,
    textEnabled: true,
    backgroundEnabled: true,
  }
  const judge = (
    template: readonly Layer[],
    change: (layers: TemplateLayerWrite[]) => TemplateLayerWrite[],
    switches = allOn,
  ) => {
    const design = designOf([...template])
    const layers = toWrite(docOf(design), design)
    const base = design.base as unknown as TemplateLayerWrite[]
    return refusalOf<TemplateLayerWrite>({ base, layers: change(layers), switches, originOf })
  }
  const changing = (uuid: string, change: Partial<TemplateLayerWrite>) => (layers: TemplateLayerWrite[]) =>
    layers.map((layer) => (layer.uuid === uuid ? { ...layer, ...change } : layer))

  const clipped = [makeLayer('picture', 'free', false), makeLayer('picture', 'locked', true, true)]
  test.each([
    ['moving the layer that a locked one is clipped to', changing('free', { left: 77 })],
    ['removing it', (layers: TemplateLayerWrite[]) => layers.filter(({ uuid }) => uuid !== 'free')],
    [
      'putting a photo between the two',
      ([below, above]: TemplateLayerWrite[]) => {
        const photo = { ...below, uuid: 'photo-1', imageFileId: 1, originalWidth: 640, originalHeight: 480, name: '' }
        return [below, photo, above] as TemplateLayerWrite[]
      },
    ],
    ['exchanging the two', (layers: TemplateLayerWrite[]) => [...layers].reverse()],
  ])('%s is refused', (_, change) => {
    expect(judge(clipped, change)).not.toBeNull()
  })
  test('a locked layer that is clipped to nothing holds no other layer', () => {
    const free = [makeLayer('picture', 'locked', true, true), makeLayer('picture', 'free', false)]
    expect(judge(free, changing('free', { left: 77 }))).toBeNull()
  })

  test.each([
    [{ originalWidth: 1 }],
    [{ originalHeight: 99_999 }],
    [{ name: '别的' }],
    [{ type: 'IMAGE', aiCutoutType: null, aiCutoutPlaceholderImageType: null } as const],
    [{ stroke: null, strokeSvgData: 'x' } as Partial<TemplateLayerWrite>],
  ])('a place for a photo that keeps its picture cannot get %o', (change) => {
    expect(judge([makeLayer('cutout', 'place', false)], changing('place', change))?.text).toBe('这个图层不能修改')
  })

  test('a design that only a switch forbids is refused with that reason', () => {
    const off = { ...allOn, textEnabled: false }
    const words = { text: '别的', imageFileId: 2, originalWidth: 640, originalHeight: 480 }
    expect(judge([makeLayer('text', 'name', false)], changing('name', words), off)?.text).toBe('卖家没有开放这项功能')
    expect(judge([makeLayer('text', 'name', true)], changing('name', words), off)?.text).toBe('这个图层不能修改')
  })

  test('a layer that was saved before its switch was turned off may be saved again, and no other of its kind', () => {
    const design = designOf([makeLayer('text', 'name', false), makeLayer('text', 'other', false)])
    const base = design.base as unknown as TemplateLayerWrite[]
    const layers = toWrite(docOf(design), design)
    const words = { text: '别的', imageFileId: 2, originalWidth: 640, originalHeight: 480 }
    const saved = changing('name', words)(layers)
    const again = (next: TemplateLayerWrite[]) =>
      refusalOf<TemplateLayerWrite>({ base, layers: next, saved, switches: { ...allOn, textEnabled: false }, originOf })
    expect(again(saved)).toBeNull()
    expect(again(changing('other', { left: 5 })(saved))).toBeNull()
    expect(again(changing('other', words)(saved))?.text).toBe('卖家没有开放这项功能')
    expect(again(changing('name', { ...words, text: '再改' })(saved))?.text).toBe('卖家没有开放这项功能')
  })
})

const boxOf = ({ left, top, width, height, rotation }: Layer) => ({ left, top, width, height, rotation })
