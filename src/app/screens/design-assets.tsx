import { Redirect, useParams } from 'wouter'
import { assetKinds, galleryPath, kindOf } from '../../features/assets/asset-kinds'
import { AssetScreen } from '../../features/assets/asset-screen'
import { NotFound } from '../not-found'

/** 素材库: `/app/design_assets/:type`; without a type the first one. */
export default function DesignAssets() {
  const { type } = useParams<{ type?: string }>()
  if (type === undefined) return <Redirect to={galleryPath(assetKinds[0])} replace />
  const kind = kindOf(type)
  return kind === null ? <NotFound /> : <AssetScreen key={kind.key} kind={kind} />
}
