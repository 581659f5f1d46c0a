import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { countText } from '../../base/money'
import { imagesOf } from './order-facts'
import type { Picks } from './use-picks'
import './pick-bar.css'

interface PickBarProps {
  readonly picks: Picks
  /** Buttons for what can be done with the ticked items. */
  readonly children: ReactNode
}

/** Shows how much is ticked on all pages, beside the buttons that use it. */
export function PickBar({ picks: { picked, selection }, children }: PickBarProps) {
  const { images, downloaded } = imagesOf(picked.map(({ item }) => item))
  return (
    <section className={`orders-bulk${picked.length > 0 ? ' is-filled' : ''}`} aria-label="勾选的商品">
      <span className="orders-picked numeric" role="status">
        {picked.length === 0
          ? '勾选商品后可以成批下载或推送'
          : `已选 ${countText(picked.length)} 项，${countText(images)} 张定制图${downloaded > 0 ? `（${countText(downloaded)} 张已下载）` : ''}`}
      </span>
      {picked.length > 0 && (
        <Button size="small" type="text" onClick={selection.clear}>
          清空
        </Button>
      )}
      {children}
    </section>
  )
}
