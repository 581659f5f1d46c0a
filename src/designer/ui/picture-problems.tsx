import { Alert, Button } from '@arco-design/web-react'
import { useEffect, useState } from 'react'
import { resolveFileUrl } from '../../api/file-url'
import { useCell, useDesigner, useSession } from './context'

/** Names the layers whose pictures did not load; saving waits for them. */
export function PictureProblems() {
  const { renderer } = useDesigner()
  const drawn = useCell(renderer)
  const layers = useSession((state) => state.doc.layers)
  const [, setSeen] = useState(0)
  useEffect(() => drawn?.pictures.onChange(() => setSeen((count) => count + 1)), [drawn])
  if (!drawn) return null
  const failed = layers.filter((layer) => drawn.pictures.state(resolveFileUrl(layer.imageUrl)) === 'failed')
  if (failed.length === 0) return null
  const names = failed.slice(0, 3).map((layer) => `「${layer.name}」`)
  return (
    <Alert
      className="designer-canvas-alert"
      type="error"
      content={`${names.join('、')}${failed.length > 3 ? ` 等 ${failed.length} 个图层` : ''}的图片没有加载成功，请检查网络后重新加载`}
      action={
        <Button size="mini" type="primary" onClick={() => drawn.pictures.retryFailed()}>
          重新加载
        </Button>
      }
    />
  )
}
