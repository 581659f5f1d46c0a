/** Makes links and designs of buyers for tests. */
import { customizationTiming, productMode } from '../../contract/constants'
import type { BuyerDesign, BuyerLink, TemplateLayer } from '../../contract/types'
import type { Layer } from '../../design/model/types'

/** A design whose template has these layers, as the server answers it. */
export function designOf(layers: readonly Layer[]): BuyerDesign {
  const stored = layers.map((layer, index) => ({ ...layer, id: index + 1, index }) as unknown as TemplateLayer)
  return {
    id: 1,
    code: 'K7QX2M9C',
    status: 'draft',
    revision: 1,
    submittedRevision: null,
    width: 500,
    height: 1044,
    base: stored,
    layers: stored,
    phoneModelId: 1,
    materialColorId: 1,
    wireframe: null,
    effectImageUrl: null,
    drawing: null,
    lockText: null,
    rejectReason: null,
    isBound: false,
    isUnderReview: false,
    forOrder: null,
    isShared: false,
    canReturn: false,
  }
}

/** A link that allows everything, with one phone in one colour, one template and one font. */
export const openLink: BuyerLink = {
  shopName: '海边小店',
  closedText: null,
  endedText: null,
  mode: productMode.default,
  customizationTiming: customizationTiming.beforeOrder,
  imageUploadEnabled: true,
  cutoutEnabled: true,
  stickerAssetEnabled: true,
  imageAssetEnabled: true,
  textEnabled: true,
  backgroundEnabled: true,
  brands: [{ id: 1, name: '小米', models: [{ id: 1, name: '小米 14' }] }],
  materials: [{ id: 1, name: '硅胶', look: 'frosted', colors: [{ id: 1, name: '黑', color: '#000000' }] }],
  cases: [[1, 1]],
  popularModelIds: [1],
  templates: [{ id: 1, name: '合影壳', width: 500, height: 1044, thumbnailUrl: null, casePicture: null }],
  fonts: [{ id: 1, name: '快乐体', previewImageUrl: '/files/font.png' }],
  fontColors: ['#333333'],
}
