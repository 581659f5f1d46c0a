/**
 * The changes that a buyer may make to a design: the page offers only these, and the server checks the whole document for others.
 * A design begins as the layers of a template, or empty, and the buyer changes it within the link's switches. Pure.
 */
import { photoLooks } from './photo-looks'

/** The switches of a link. */
export interface BuyerSwitches {
  readonly imageUploadEnabled: boolean
  readonly stickerAssetEnabled: boolean
  readonly imageAssetEnabled: boolean
  readonly textEnabled: boolean
  readonly backgroundEnabled: boolean
}

/** The fields of a layer that decide or show what a buyer did; every other field is compared, too. */
export interface BuyerLayer {
  readonly uuid: string
  readonly type: string
  readonly imageFileId: number
  readonly locked: boolean
  readonly isBackground: boolean
  readonly isUserUploadImage: boolean
  readonly appearance?: { readonly clipped?: boolean | undefined } | null | undefined
}

export type BuyerRight = 'picture' | 'text' | 'move' | 'remove'

/** Where the picture of a layer comes from, as the server knows; null for anything else. */
export type PictureOrigin = 'photo' | 'text' | 'sticker' | 'image' | 'background'

/** Maximum number of layers of a buyer's design. */
export const maxBuyerLayers = 40

const switchOf: Readonly<Record<PictureOrigin, keyof BuyerSwitches>> = {
  photo: 'imageUploadEnabled',
  text: 'textEnabled',
  sticker: 'stickerAssetEnabled',
  image: 'imageAssetEnabled',
  background: 'backgroundEnabled',
}

/** Whether a template's layer is a place for the buyer's own photo. */
export const isPhotoPlace = ({ type, isUserUploadImage }: Pick<BuyerLayer, 'type' | 'isUserUploadImage'>): boolean =>
  type === 'AI_CUTOUT' || (type === 'IMAGE' && isUserUploadImage)

type Place = Pick<BuyerLayer, 'uuid' | 'type' | 'isUserUploadImage'> & {
  readonly imageFileId: number | null
  readonly hidden?: boolean | undefined
}

/**
 * Returns the places for photos in which nothing of the buyer's is: `missing` those that show only where a cut-out would be, which
 * nobody wants printed, and `samples` those that still have the template's own picture. None where the link takes no photos.
 */
export function unfilledPlaces<T extends Place>(
  base: readonly Place[],
  layers: readonly T[],
  { imageUploadEnabled }: Pick<BuyerSwitches, 'imageUploadEnabled'>,
): { readonly missing: readonly T[]; readonly samples: readonly T[] } {
  const original = new Map(base.map(({ uuid, imageFileId }) => [uuid, imageFileId]))
  const places = imageUploadEnabled ? layers.filter((layer) => !layer.hidden && isPhotoPlace(layer)) : []
  return {
    missing: places.filter(({ type }) => type === 'AI_CUTOUT'),
    samples: places.filter(({ type, uuid, imageFileId }) => type !== 'AI_CUTOUT' && original.get(uuid) === imageFileId),
  }
}

/** Returns the layers with the one that each clipped layer is clipped to: the next lower one that is not clipped, if there is one. */
function clipBases<L extends BuyerLayer>(layers: readonly L[]): ReadonlyMap<string, L | undefined> {
  let below: L | undefined
  const bases = new Map<string, L | undefined>()
  for (const layer of layers) {
    if (layer.appearance?.clipped) bases.set(layer.uuid, below)
    else below = layer
  }
  return bases
}

/**
 * Returns what a buyer may do with each layer of the template, by its uuid. A layer to which a locked one is clipped counts as locked:
 * whoever moves or removes it changes what the locked one shows.
 */
export function rightsByLayer(
  base: readonly BuyerLayer[],
  switches: BuyerSwitches,
): ReadonlyMap<string, ReadonlySet<BuyerRight>> {
  const bases = clipBases(base)
  const holding = new Set(base.flatMap((layer) => (layer.locked ? (bases.get(layer.uuid)?.uuid ?? []) : [])))
  return new Map(
    base.map((layer) => [layer.uuid, rightsOf({ ...layer, locked: layer.locked || holding.has(layer.uuid) }, switches)]),
  )
}

/** Returns what a buyer may do with a layer by itself. A locked place for a photo keeps its box and takes a photo. */
function rightsOf(layer: BuyerLayer, switches: BuyerSwitches): ReadonlySet<BuyerRight> {
  const isFree = !layer.locked && !layer.isBackground
  const rights = new Set<BuyerRight>(isFree ? ['move', 'remove'] : [])
  // Another background takes the place of the template's.
  if (layer.isBackground && !layer.locked && switches.backgroundEnabled) rights.add('remove')
  if (isPhotoPlace(layer) && switches.imageUploadEnabled) rights.add('picture')
  if (layer.type === 'TEXT' && isFree && switches.textEnabled) rights.add('text')
  return rights
}

/** Fields that change with a right. */
const fieldsOf: Readonly<Record<BuyerRight, readonly string[]>> = {
  // The outline of the former picture does not fit another one.
  picture: [
    'imageFileId',
    'imageUrl',
    'originalWidth',
    'originalHeight',
    'appearance',
    'stroke',
    'strokeSvgData',
    'type',
    'name',
    'aiCutoutType',
    'aiCutoutPlaceholderImageType',
  ],
  text: [
    'text',
    'fontId',
    'fontColor',
    'fontFamilyUrl',
    'imageFileId',
    'imageUrl',
    'originalWidth',
    'originalHeight',
    'name',
    'stroke',
    'strokeSvgData',
  ],
  move: ['left', 'top', 'width', 'height', 'rotation', 'horizontalFlip', 'verticalFlip'],
  remove: [],
}
/** Fields that say nothing about the picture that is printed. */
export const looseFields: readonly string[] = ['id', 'index', 'imageUrl', 'fontFamilyUrl']

type Fields = Readonly<Record<string, unknown>>

/** Compares values as JSON whose absent fields equal null. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b || (a ?? null) === (b ?? null)) return true
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, at) => isSame(one, b[at]))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b)) return false
  const [one, two] = [a as Fields, b as Fields]
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].every((key) => isSame(one[key], two[key]))
}

function changedFields(a: Fields, b: Fields): readonly string[] {
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].filter((key) => !looseFields.includes(key) && !isSame(a[key], b[key]))
}

/** Why a design is refused: the layer, and words for the buyer. */
export interface BuyerRefusal {
  readonly uuid: string | null
  readonly text: string
}

export interface BuyerDocument<L extends BuyerLayer> {
  /** The layers with which the design began, from the bottom to the top. */
  readonly base: readonly L[]
  readonly layers: readonly L[]
  readonly switches: BuyerSwitches
  /**
   * The layers as they were saved last. One that is sent as it was saved is not judged again, because the seller may have turned off
   * meanwhile what allowed it.
   */
  readonly saved?: readonly L[]
  /** Returns where a layer's picture comes from. A text counts as drawn only with the text, font and colour of the layer. */
  originOf(layer: L): PictureOrigin | null
}

const texts = {
  changed: '这个图层不能修改',
  removed: '这个图层不能删除',
  order: '图层的顺序不能这样修改',
  origin: '这个图层的图片不能使用，请重新选择',
  off: '卖家没有开放这项功能',
  kind: '这个图层不能添加',
  many: `一个设计最多 ${maxBuyerLayers} 个图层，请先删除一些`,
} as const

/** Returns why a buyer may not have this design; null if he may. */
export function refusalOf<L extends BuyerLayer>(document: BuyerDocument<L>): BuyerRefusal | null {
  const refusal = refusalBy(document)
  if (refusal === null) return null
  // A design that only a switch of the link forbids gets a text of its own, because the buyer can neither see nor change the switch.
  return refusalBy({ ...document, switches: allOn }) === null ? { ...refusal, text: texts.off } : refusal
}

const allOn: BuyerSwitches = {
  imageUploadEnabled: true,
  stickerAssetEnabled: true,
  imageAssetEnabled: true,
  textEnabled: true,
  backgroundEnabled: true,
}

function refusalBy<L extends BuyerLayer>({ base, layers, switches, saved, originOf }: BuyerDocument<L>): BuyerRefusal | null {
  const rights = rightsByLayer(base, switches)
  const lastSaved = new Map(saved?.map((layer) => [layer.uuid, layer]))
  const isSaved = (layer: L): boolean => {
    const before = lastSaved.get(layer.uuid)
    return before !== undefined && changedFields(before as unknown as Fields, layer as unknown as Fields).length === 0
  }
  if (layers.length > Math.max(maxBuyerLayers, base.length)) return { uuid: null, text: texts.many }
  const known = new Map(base.map((layer) => [layer.uuid, layer]))
  const seen = new Set<string>()
  for (const layer of layers) {
    const { uuid } = layer
    if (seen.has(uuid)) return { uuid, text: texts.kind }
    seen.add(uuid)
    if (isSaved(layer)) continue
    const former = known.get(uuid)
    const allowed = rights.get(uuid)
    const refusal =
      former && allowed ? changeRefusal(former, layer, allowed, originOf) : additionRefusal(layer, switches, originOf)
    if (refusal !== null) return { uuid, text: refusal }
  }
  for (const { uuid } of base) {
    const wasRemoved = saved !== undefined && !lastSaved.has(uuid)
    if (!seen.has(uuid) && !wasRemoved && !rights.get(uuid)?.has('remove')) return { uuid, text: texts.removed }
  }
  return orderRefusal(base, layers, rights)
}

/** Returns why layers may not lie in this order; null if they may. A buyer reorders what he may move, but never what a locked layer shows. */
export function orderRefusal<L extends BuyerLayer>(
  base: readonly L[],
  layers: readonly L[],
  rights: ReadonlyMap<string, ReadonlySet<BuyerRight>>,
): BuyerRefusal | null {
  const seen = new Set(layers.map(({ uuid }) => uuid))
  const [bases, formerBases] = [clipBases(layers), clipBases(base)]
  for (const { uuid, locked } of base) {
    if (!locked || !seen.has(uuid) || !formerBases.has(uuid)) continue
    const [below, former] = [bases.get(uuid), formerBases.get(uuid)]
    // Without a layer below it is drawn whole, and so it is on a background, which fills the canvas.
    const isOnBackground = former === undefined && below?.isBackground
    if (below?.uuid !== former?.uuid && !isOnBackground) return { uuid, text: texts.order }
  }
  // Layers that stay where they are also stay in their order; a background that was removed has no place in it.
  const fixed = (all: readonly L[]) => all.flatMap(({ uuid }) => (rights.get(uuid)?.has('move') === false ? [uuid] : []))
  return isSame(fixed(base.filter(({ uuid }) => seen.has(uuid))), fixed(layers)) ? null : { uuid: null, text: texts.order }
}

function changeRefusal<L extends BuyerLayer>(
  former: L,
  layer: L,
  rights: ReadonlySet<BuyerRight>,
  originOf: (layer: L) => PictureOrigin | null,
): string | null {
  const changed = changedFields(former as unknown as Fields, layer as unknown as Fields)
  if (changed.length === 0) return null
  const allowed = new Set([...rights].flatMap((right) => fieldsOf[right]))
  if (changed.some((field) => !allowed.has(field))) return texts.changed
  const isOtherPicture = former.imageFileId !== layer.imageFileId
  if (layer.type === 'TEXT') {
    // The picture of a text is printed, so it has to be the drawing of just this text.
    const isOtherText = changed.some((field) => fieldsOf.text.includes(field))
    if (!keepsOrLosesOutline(layer, changed)) return texts.changed
    return !isOtherText || originOf(layer) === 'text' ? null : texts.origin
  }
  if (!isOtherPicture) {
    // Size, name and kind belong to the picture and change only with it, and so does its look: the template's picture is the seller's.
    const isBoxOrCrop = changed.every((field) => field === 'appearance' || fieldsOf.move.includes(field))
    return isBoxOrCrop && onlyCropChanged(former, layer, changed, false) ? null : texts.changed
  }
  if (layer.type !== 'IMAGE' || !onlyCropChanged(former, layer, changed, true)) return texts.changed
  return originOf(layer) === 'photo' ? null : texts.origin
}

/** Whether a place takes looks of photos: where the seller adjusted its colours himself, those stay. */
export const takesLook = (place: { readonly appearance?: unknown } | undefined): boolean => {
  const { adjustments, adjustsBelow } = (place?.appearance ?? {}) as Fields
  return !adjustsBelow && (!Array.isArray(adjustments) || adjustments.length === 0)
}

const isLook = (adjustments: unknown): boolean =>
  photoLooks.some((look) => look.adjustments.length > 0 && isSame(look.adjustments, adjustments))

/** Whether at most the crop of the appearance differs, a look where one is allowed, and at most the removal of the outline. */
function onlyCropChanged(former: BuyerLayer, layer: BuyerLayer, changed: readonly string[], mayLook: boolean): boolean {
  const [was, now] = [former as unknown as Fields, layer as unknown as Fields]
  const hasLook = mayLook && takesLook(was) && isLook(((now.appearance ?? {}) as Fields).adjustments)
  const withoutCrop = ({ appearance }: Fields): Fields => {
    const { crop: _, adjustments, ...rest } = (appearance ?? {}) as Fields
    return hasLook ? rest : { ...rest, adjustments }
  }
  if (changed.includes('appearance') && !isSame(withoutCrop(was), withoutCrop(now))) return false
  return keepsOrLosesOutline(layer, changed)
}

const keepsOrLosesOutline = (layer: BuyerLayer, changed: readonly string[]): boolean =>
  !['stroke', 'strokeSvgData'].some((field) => changed.includes(field) && ((layer as unknown as Fields)[field] ?? null) !== null)

/**
 * Fields that an added layer may have besides its appearance; all others have to be absent, null or false. An outline is drawn as it
 * is sent, so an added layer has none.
 */
const addedFields = new Set([
  ...fieldsOf.move,
  ...fieldsOf.text.filter((field) => !field.startsWith('stroke')),
  ...looseFields,
  'uuid',
  'type',
  'isBackground',
  'verticalText',
  'textAlign',
  'letterSpacing',
  'lineHeight',
  'fontWeight',
  'textFlow',
])

function additionRefusal<L extends BuyerLayer>(
  layer: L,
  switches: BuyerSwitches,
  originOf: (layer: L) => PictureOrigin | null,
): string | null {
  const { appearance, ...fields } = layer as unknown as Fields
  const extra = Object.entries(fields).filter(([key, value]) => !addedFields.has(key) && (value ?? false) !== false)
  if (extra.length > 0) return texts.kind
  const origin = originOf(layer)
  const { crop: _, adjustments, ...others } = (appearance ?? {}) as Fields
  if (Object.keys(others).length > 0) return texts.kind
  if (adjustments !== undefined && !(origin === 'photo' && isLook(adjustments))) return texts.kind
  if (origin === null) return texts.origin
  if (!switches[switchOf[origin]]) return texts.off
  if ((origin === 'text') !== (layer.type === 'TEXT') || layer.type === 'AI_CUTOUT') return texts.kind
  return layer.isBackground && origin !== 'background' ? texts.kind : null
}

/** Modes of a link, as productMode: which designs may be begun. */
export interface BuyerStart {
  /** Whether an empty design may be begun. */
  readonly blank: boolean
  /** None, every template of the shop, the bound one, or those of the bound collections. */
  readonly templates: 'none' | 'all' | 'one' | 'collections'
}

const starts: Readonly<Record<number, BuyerStart>> = {
  // 默认: nothing is restricted.
  1: { blank: true, templates: 'all' },
  2: { blank: true, templates: 'none' },
  3: { blank: false, templates: 'one' },
  4: { blank: false, templates: 'collections' },
  5: { blank: true, templates: 'collections' },
}

/** Returns what a mode offers; nothing for an unknown one. */
export const startOf = (mode: number): BuyerStart => starts[mode] ?? { blank: false, templates: 'none' }
