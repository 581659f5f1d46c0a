import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import type { Wireframe } from '../../../contract/types'
import type { Layer } from '../../../design/model/types'
import { resolveFileUrl } from '../../api/file-url'
import { useCell, useDesigner, useSession } from './context'

const none: ReadonlySet<string> = new Set()
const noLayers: readonly Layer[] = []

/** Names the pictures that failed to load: layers' pictures, which block saving, and those of the phone's wireframe. */
export function PictureProblems({ wireframe }: { readonly wireframe: Wireframe | null }) {
  const { renderer } = useDesigner()
  const canvas = useCell(renderer)
  const [failedUrls, setFailedUrls] = useState<ReadonlySet<string>>(none)
  useEffect(() => {
    if (!canvas) return
    const update = () => {
      const failed = canvas.pictures.failed()
      setFailedUrls((before) => (before.size === 0 && failed.size === 0 ? before : failed))
    }
    update()
    return canvas.pictures.onChange(update)
  }, [canvas])
  const layers = useSession((state) => (failedUrls.size === 0 ? noLayers : state.doc.layers))
  const hasFailed = ({ imageUrl }: { readonly imageUrl: string }) => failedUrls.has(resolveFileUrl(imageUrl))
  const failed = layers.filter(hasFailed)
  const isWireframeFailed = wireframe?.layers.some(hasFailed) ?? false
  if (!canvas || (failed.length === 0 && !isWireframeFailed)) return null
  return (
    <Alert
      className="designer-canvas-alert"
      type="error"
      content={`${[...layersText(failed), ...(isWireframeFailed ? ['线框图'] : [])].join('和')}的图片没有加载成功，请检查网络后重新加载`}
      action={
        <Button size="mini" type="primary" onClick={() => canvas.pictures.retryFailed()}>
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
