import { useState } from 'react'
import { setBackground } from '../../../../design/commands/background'
import { addLayers } from '../../../../design/commands/layers'
import { centredAt } from '../../../../design/geometry/box'
import type { Point } from '../../../../design/geometry/shapes'
import { imageLayer, type UploadedPicture } from '../../../../design/model/create'
import type { Layer } from '../../../../design/model/types'
import { toastFailure } from '../../../ui/toast'
import { useDesigner } from '../context'
import { loadStoredPicture, materialText, type StoredAsset } from './load-picture'

/** Adds a stored picture to the design. `make` creates its layer. */
export function useAddStored() {
  const { session, renderer } = useDesigner()
  const [loading, setLoading] = useState(0)
  const load = async (asset: StoredAsset): Promise<UploadedPicture | null> => {
    const pictures = renderer.get()?.pictures
    if (!pictures) return null
    setLoading((count) => count + 1)
    try {
      return await loadStoredPicture(pictures, asset)
    } catch {
      toastFailure(`${materialText.failed}：「${asset.name}」，请检查网络后重试`)
      return null
    } finally {
      setLoading((count) => count - 1)
    }
  }
  return {
    /** Whether pictures are being loaded. */
    loading: loading > 0,
    /** Adds the picture as a layer, centred at `at`, or placed by `make` if null. */
    async add(asset: StoredAsset, at: Point | null, make: (picture: UploadedPicture) => Layer): Promise<void> {
      const picture = await load(asset)
      if (!picture) return
      const layer = make(picture)
      session.run(addLayers, { layers: [at ? centredAt(layer, at) : layer] })
    },
    async asBackground(asset: StoredAsset): Promise<void> {
      const picture = await load(asset)
      if (!picture) return
      const layer = imageLayer(picture, session.getState().doc, { uuid: session.uuid(), uploaded: false })
      session.run(setBackground, { added: layer })
    },
  }
}
