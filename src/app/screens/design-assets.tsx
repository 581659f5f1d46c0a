import { screens } from '../../base/paths'
import { assetKinds } from '../../features/assets/asset-kinds'
import { AssetLibrary } from '../../features/assets/asset-library'
import { TypedScreen } from '../typed-screen'

/** 素材库: a tab per kind of assets. */
export default function DesignAssets() {
  const tabs = assetKinds.map((kind) => ({
    type: kind.key,
    label: kind.label,
    content: <AssetLibrary key={kind.key} kind={kind} />,
  }))
  return <TypedScreen title="素材库" base={screens.assets.path} tabs={tabs} />
}
