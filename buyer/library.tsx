import { useEffect, useState } from 'react'
import type { BuyerAsset } from '../contract/types'
import { type DesignKey, readAssets } from './api'
import { errorText } from './words'

interface LibraryProps {
  readonly designKey: DesignKey
  readonly onPick: (asset: BuyerAsset) => void
  readonly onClose: () => void
}

const typeNames: Readonly<Record<BuyerAsset['type'], string>> = { 2: '贴纸', 3: '背景', 1: '图库' }
const types = [2, 3, 1] as const

/** The shop's stickers, backgrounds and pictures, as far as the link and the template offer them. */
export function Library({ designKey, onPick, onClose }: LibraryProps) {
  const [assets, setAssets] = useState<readonly BuyerAsset[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [chosen, setChosen] = useState<BuyerAsset['type'] | null>(null)
  useEffect(() => {
    let isCurrent = true
    readAssets(designKey).then(
      (read) => isCurrent && setAssets(read),
      (error: unknown) => isCurrent && setProblem(errorText(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [designKey])
  const offered = types.filter((type) => assets?.some((asset) => asset.type === type))
  const type = chosen ?? offered[0]
  return (
    <section className="library" aria-label="素材">
      <header>
        <div className="tabs" role="tablist" aria-label="素材类型">
          {offered.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={one === type} onClick={() => setChosen(one)}>
              {typeNames[one]}
            </button>
          ))}
        </div>
        <button type="button" onClick={onClose}>
          关闭
        </button>
      </header>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {assets === null && !problem && <p className="hint">正在打开…</p>}
      {assets?.length === 0 && <p className="hint">卖家还没有上架素材。</p>}
      <ul>
        {assets
          ?.filter((asset) => asset.type === type)
          .map((asset) => (
            <li key={asset.id}>
              <button type="button" aria-label={asset.name} onClick={() => onPick(asset)}>
                <img src={`${asset.imageUrl}?w=200`} alt="" loading="lazy" />
              </button>
            </li>
          ))}
      </ul>
    </section>
  )
}
