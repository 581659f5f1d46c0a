/** The document of layers that are drawn without their template: it has no name, no guides and no previewed phone. */
import type { DesignDoc } from '../../../design/model/types'
import { docFrom } from '../../../design/template/load'

type Loaded = Parameters<typeof docFrom>[0]

interface BareDesign {
  /** px */
  readonly canvas: Pick<Loaded, 'width' | 'height'>
  readonly layers: Readonly<Loaded['layers']>
}

export const bareDoc = ({ canvas, layers }: BareDesign): DesignDoc =>
  docFrom({
    ...canvas,
    name: '',
    layers: [...layers],
    guides: null,
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: null,
    previewMaterialColorId: null,
  })
