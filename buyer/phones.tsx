/** Choosing the phone: the guessed one on top, then what others chose, then every brand. */
import { type ReactNode, useEffect, useState } from 'react'
import type { BuyerLink } from '../contract/types'
import { askForModel, likelyModels, thisDevice } from './device'
import { BackButton, Icon } from './icon'

export type Model = BuyerLink['brands'][number]['models'][number]

/** Written together, names are found however their words are separated: iphone15pro, iPhone 15 Pro. */
const joined = (text: string) => text.toLowerCase().replace(/[\s\-_]/g, '')

/** Brands that are shown before 更多品牌: two rows of a small phone. */
const fewBrands = 7
/** With fewer phones than this all of them are seen at once, and none has to stand apart. */
const manyModels = 9

/** Returns the models that this device may be. The guess by the facts that are known at once is shown at once, so that the list does not jump. */
function useLikelyModels(link: BuyerLink): readonly Model[] {
  const [likely, setLikely] = useState(() => likelyModels(link.brands, thisDevice()))
  const isKnown = likely.length > 0
  useEffect(() => {
    if (isKnown) return
    let isCurrent = true
    void askForModel().then((model) => isCurrent && model && setLikely(likelyModels(link.brands, thisDevice(model))))
    return () => {
      isCurrent = false
    }
  }, [link, isKnown])
  return likely
}

interface PhonesProps {
  readonly link: BuyerLink
  /** The phone that was chosen before. */
  readonly known: Model | null
  /** Stands over the question. */
  readonly head: ReactNode
  readonly onChoose: (model: Model) => void
  readonly onBack: (() => void) | null
}

export function Phones({ link, known, head, onChoose, onBack }: PhonesProps) {
  const [query, setQuery] = useState('')
  const likely = useLikelyModels(link)
  const offered = known ? [known] : likely
  const all = link.brands.flatMap(({ models }) => models)
  const popular = all.length < manyModels ? [] : link.popularModelIds.flatMap((id) => all.find((model) => model.id === id) ?? [])
  const wanted = joined(query)
  const found = link.brands.flatMap((brand) => brand.models.filter(({ name }) => joined(brand.name + name).includes(wanted)))
  return (
    <main className="start">
      {onBack && <BackButton onBack={onBack} />}
      {head}
      <h1>您的手机是哪一款？</h1>
      {offered.length > 1 && <p className="hint">看屏幕，您的手机可能是：</p>}
      {offered.map((model) => (
        <button key={model.id} type="button" className="known" onClick={() => onChoose(model)}>
          <Icon name="phone" />
          <span>{model.name}</span>
          <small>是这一款，继续</small>
          <Icon name="forward" />
        </button>
      ))}
      <label className="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label="搜索机型"
          placeholder="搜索机型，如 iPhone 15 Pro"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
      </label>
      {wanted ? (
        <>
          <Models models={found} onChoose={onChoose} />
          {found.length === 0 && <p className="hint">没有找到「{query}」，可以试试更短的名字，或联系卖家。</p>}
        </>
      ) : (
        <>
          {popular.length > 0 && (
            <section aria-label="热门机型">
              <h2>热门机型</h2>
              <Models models={popular} onChoose={onChoose} />
            </section>
          )}
          <Brands brands={link.brands} onChoose={onChoose} />
        </>
      )}
    </main>
  )
}

function Models({ models, onChoose }: { readonly models: readonly Model[]; readonly onChoose: (model: Model) => void }) {
  return (
    <ul className="models">
      {models.map((model) => (
        <li key={model.id}>
          <button type="button" onClick={() => onChoose(model)}>
            {model.name}
          </button>
        </li>
      ))}
    </ul>
  )
}

interface BrandsProps {
  readonly brands: BuyerLink['brands']
  readonly onChoose: (model: Model) => void
}

/** All phones by their brands. Brands are in rows, never beyond the edge of the screen. */
function Brands({ brands, onChoose }: BrandsProps) {
  const [isWhole, setWhole] = useState(brands.length <= fewBrands + 1)
  const [brandId, setBrandId] = useState(brands[0]?.id ?? 0)
  const shown = isWhole ? brands : brands.slice(0, fewBrands)
  return (
    <section aria-label="全部机型">
      <h2>全部机型</h2>
      <div className="brands">
        <div className="tabs" role="tablist" aria-label="品牌">
          {shown.map(({ id, name }) => (
            <button key={id} type="button" role="tab" aria-selected={id === brandId} onClick={() => setBrandId(id)}>
              {name}
            </button>
          ))}
        </div>
        {!isWhole && (
          <button type="button" aria-expanded={false} onClick={() => setWhole(true)}>
            更多品牌
            <Icon name="down" />
          </button>
        )}
      </div>
      <Models models={brands.find(({ id }) => id === brandId)?.models ?? []} onChoose={onChoose} />
    </section>
  )
}
