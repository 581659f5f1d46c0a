import { useEffect, useState } from 'react'
import type { BuyerSharedDesign } from '../contract/types'
import { asBuyerError, type BuyerError, type DesignKey, readShared } from './api'
import { EffectView } from './effect-view'
import { docOf } from './layers'
import { Notice } from './start'

interface SharedProps {
  /** The secret is the token with which the design was shared. */
  readonly sharedKey: DesignKey
  /** Leaves for the link's own page. */
  readonly onBegin: () => void
}

/** Another buyer's design: it can be viewed and turned, and its link offers to begin a design of one's own. */
export function Shared({ sharedKey, onBegin }: SharedProps) {
  const [design, setDesign] = useState<BuyerSharedDesign | BuyerError | null>(null)
  useEffect(() => {
    let isCurrent = true
    void readShared(sharedKey)
      .catch(asBuyerError)
      .then((read) => isCurrent && setDesign(read))
    return () => {
      isCurrent = false
    }
  }, [sharedKey])
  if (design === null) return <Notice title="正在打开…" text="" />
  if (design instanceof Error) {
    const text = design.code === 'not-found' ? '可能已经停止分享，或者已经删除。' : design.message
    return (
      <>
        <Notice title="看不到这个设计" text={text} />
        <BeginButton onBegin={onBegin} />
      </>
    )
  }
  return (
    <main className="finish">
      <header>
        <h1>朋友的设计</h1>
      </header>
      <EffectView doc={docOf(design)} wireframe={design.wireframe} paper={design.paper ?? '#fff'} look={design.look} />
      <p className="hint">
        {[design.model, design.material, design.color].filter(Boolean).join(' · ')}，来自{design.shopName}
      </p>
      {design.closedText === null ? <BeginButton onBegin={onBegin} /> : <p className="hint">{design.closedText}</p>}
    </main>
  )
}

const BeginButton = ({ onBegin }: Pick<SharedProps, 'onBegin'>) => (
  <button type="button" className="primary wide" onClick={onBegin}>
    我也做一个
  </button>
)
