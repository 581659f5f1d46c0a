import { useParams } from 'wouter'
import { kindOf } from '../../features/assets/asset-kinds'
import { CollectionScreen } from '../../features/assets/collection-screen'
import { NotFound } from '../not-found'

/** Collections of 素材库: `/app/design_assets/:type/collection`. */
export default function AssetCollections() {
  const { type } = useParams<{ type: string }>()
  const kind = kindOf(type)
  return kind === null ? <NotFound /> : <CollectionScreen key={kind.key} kind={kind} />
}
