import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import type { Wireframe } from '../../../contract/types'
import { resolveFileUrl } from '../../api/file-url'
import type { Layer } from '../model/types'
import { useCell, useDesigner, useSession } from './context'

/** Names what did not load: layers' pictures, which saving waits for, and the phone's, without which it is drawn as nothing. */
export function PictureProblems({ wireframe }: { readonly wireframe: Wireframe | null }) {
  const { renderer } = useDesigner()
  const drawn = useCell(renderer)
  const layers = useSession((state) => state.doc.layers)
  const [, setSeen] = useState(0)
  useEffect(() => {
    return drawn?.pictures.onChange(() => setSeen((count) => count + 1))
  }, [drawn])
  if (!drawn) return null
  const failed = layers.filter((layer) => drawn.pictures.state(resolveFileUrl(layer.imageUrl)) === 'failed')
  const phone = wireframe?.layers.some((layer) => drawn.pictures.state(resolveFileUrl(layer.imageUrl)) === 'failed') ?? false
  if (failed.length === 0 && !phone) return null
  return (
    <Alert
      className="designer-canvas-alert"
      type="error"
      content={`${[...layersText(failed), ...(phone ? ['线框图'] : [])].join('和')}的图片没有加载成功，请检查网络后重新加载`}
      action={
        <Button size="mini" type="primary" onClick={() => drawn.pictures.retryFailed()}>
          重新加载
        </Button>
      }
    />
  )
}

function layersText(layers: readonly Layer[]): readonly string[] {
  if (layers.length === 0) return []
  const names = layers.slice(0, 3).map((layer) => `「${layer.name}」`)
  return [`${names.join('、')}${layers.length > 3 ? ` 等 ${layers.length} 个图层` : ''}`]
}
