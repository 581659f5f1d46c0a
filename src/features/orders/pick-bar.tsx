import { Button } from '@arco-design/web-react'
import { countText } from '../../base/money'
import { imagesOf } from './order-facts'
import type { Picks } from './use-picks'
import './pick-bar.css'

/** Shows how much is ticked on all pages, beside the buttons that use it; nothing while nothing is. */
export function PickCount({ picks: { picked, selection } }: { readonly picks: Picks }) {
  if (picked.length === 0) return null
  const { images, downloaded } = imagesOf(picked.map(({ item }) => item))
  const text = `已选 ${countText(picked.length)} 项，${countText(images)} 张定制图${downloaded > 0 ? `（${countText(downloaded)} 张已下载）` : ''}`
  return (
    <>
      <span className="orders-picked numeric" role="status" title={text} data-keep="shrink">
        {text}
      </span>
      <Button type="text" onClick={selection.clear} data-keep>
        清空
      </Button>
    </>
  )
}
